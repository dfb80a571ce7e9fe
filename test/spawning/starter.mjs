// Starts the programs that a test worker requests, one after the other, until the worker ends.
import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { receive, send } from './messages.mjs';

const [asked, answered] = [openSync(process.argv[2], 'r'), openSync(process.argv[3], 'w')];
for (let task = receive(asked); task !== undefined; task = receive(asked)) {
  process.umask(task.umask);
  send(answered, start(task));
}

function start({ command, args, options }) {
  try {
    const { error, ...result } = spawnSync(command, args, options);
    return error === undefined ? result : { ...result, error: { ...error, message: error.message } };
  } catch (error) {
    return { error: { ...error, message: error.message }, thrown: true };
  }
}
