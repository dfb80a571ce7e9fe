// Checks the files that its parent names, and reports each one before it starts the next.
import { createChecker } from './check-file.mjs';

process.once('message', async ({ root, files }) => {
  const check = createChecker(root);
  for (const file of files) {
    const result = safely(check, file);
    await new Promise((resolve) => process.send({ file, ...result }, resolve));
  }
  process.disconnect();
});

function safely(check, file) {
  try {
    return check(file);
  } catch (error) {
    return { outcome: 'crashed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
