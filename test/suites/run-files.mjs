import { fork } from 'node:child_process';

/**
 * Checks files in child processes, and passes each result to `onResult`. A file that ends its child, or takes longer
 * than `hangAfter` milliseconds, is reported as crashed or hung; the next files go to a new child.
 */
export async function runFiles({ child, root, files, perChild, hangAfter, onResult }) {
  for (let next = 0; next < files.length;) {
    const batch = files.slice(next, next + perChild);
    const { done, end } = await runChild({ child, root, batch, hangAfter, onResult });
    next += done;
    if (done === batch.length) continue;
    onResult({ file: files[next], ...end });
    next += 1;
  }
}

function runChild({ child, root, batch, hangAfter, onResult }) {
  return new Promise((resolve) => {
    const worker = fork(child, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    let done = 0;
    let end;
    let errors = '';
    let timer;
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        end = { outcome: 'hung', reason: `no answer within ${hangAfter} ms` };
        worker.kill('SIGKILL');
      }, hangAfter);
    };
    watch();
    worker.stderr.on('data', (chunk) => (errors = `${errors}${chunk}`.slice(-2000)));
    worker.on('message', (result) => {
      watch();
      done += 1;
      onResult(result);
    });
    worker.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({
        done,
        end: end ?? { outcome: 'crashed', reason: `ended with ${signal ?? `code ${code}`}\n${errors}` },
      });
    });
    worker.send({ root, files: batch });
  });
}
