import type { Report } from '../../src/report/report.js';
import type { Question } from './engine.js';

export type Answer = { readonly report: Report } | { readonly error: string };

/** Asks the engine in a worker, so that the page stays responsive and a slow analysis can be stopped. */
export class EngineClient {
  #worker: Worker | undefined;
  #resolveAnswer: ((answer: Answer | undefined) => void) | undefined;
  #lastId = 0;

  /** Fetches the engine in advance. */
  start(): void {
    this.#worker ??= this.#openWorker();
  }

  /** Returns the answer; undefined if the question was stopped, or another one was asked since. */
  ask(question: Question): Promise<Answer | undefined> {
    // A worker answers one question after the other, so an unwanted one is stopped first.
    if (this.#resolveAnswer !== undefined) this.stop();
    this.start();
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#resolveAnswer = resolve;
      this.#worker?.postMessage({ id, question });
    });
  }

  /** Stops the current question. The next question starts a new worker. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#settle(undefined);
  }

  #openWorker(): Worker {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<{ readonly id: number } & Answer>) => {
      if (data.id === this.#lastId) this.#settle(data);
    });
    worker.addEventListener('error', ({ message }) => {
      this.#worker = undefined;
      this.#settle({ error: message || 'the engine could not be loaded' });
    });
    return worker;
  }

  #settle(answer: Answer | undefined): void {
    const resolve = this.#resolveAnswer;
    this.#resolveAnswer = undefined;
    resolve?.(answer);
  }
}
