import type { Report } from '../../src/report/report.js';
import type { Question } from './engine.js';

export type Answer = { readonly report: Report } | { readonly error: string };

/** Asks the engine in a worker, so that the page stays responsive and a slow analysis can be stopped. */
export class Asker {
  #worker: Worker | undefined;
  #answered: ((answer: Answer | undefined) => void) | undefined;
  #asked = 0;

  /** Fetches the engine in advance. */
  start(): void {
    this.#worker ??= this.#open();
  }

  /** Returns the answer; undefined if the question was stopped, or another one was asked since. */
  ask(question: Question): Promise<Answer | undefined> {
    // A worker answers one question after the other, so an unwanted one is stopped first.
    if (this.#answered !== undefined) this.stop();
    this.start();
    const id = ++this.#asked;
    return new Promise((resolve) => {
      this.#answered = resolve;
      this.#worker?.postMessage({ id, question });
    });
  }

  /** Stops the current question. The next question starts a new worker. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#settle(undefined);
  }

  #open(): Worker {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<{ readonly id: number } & Answer>) => {
      if (data.id === this.#asked) this.#settle(data);
    });
    worker.addEventListener('error', ({ message }) => {
      this.#worker = undefined;
      this.#settle({ error: message || 'the engine could not be loaded' });
    });
    return worker;
  }

  #settle(answer: Answer | undefined): void {
    const answered = this.#answered;
    this.#answered = undefined;
    answered?.(answer);
  }
}
