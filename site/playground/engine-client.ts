import type { Report } from '../../src/report/report.js';
import type { Question } from './engine.js';

export type Answer = { readonly report: Report } | { readonly error: string };

interface PendingQuestion {
  readonly id: number;
  readonly question: Question;
  readonly isRetry: boolean;
  readonly resolve: (answer: Answer | undefined) => void;
}

/** Asks the engine in a worker, so that the page stays responsive and a slow analysis can be stopped. */
export class EngineClient {
  #worker: Worker | undefined;
  #pending: PendingQuestion | undefined;
  #lastId = 0;

  /** Fetches the engine in advance. */
  start(): void {
    this.#worker ??= this.#openWorker();
  }

  /** Returns the answer; undefined if the question was stopped, or another one was asked since. */
  ask(question: Question): Promise<Answer | undefined> {
    // A worker answers one question after the other, so an unwanted one is stopped first.
    if (this.#pending !== undefined) this.stop();
    return new Promise((resolve) => this.#send({ id: ++this.#lastId, question, isRetry: false, resolve }));
  }

  /** Stops the current question. The next question starts a new worker. */
  stop(): void {
    this.#closeWorker();
    this.#settle(undefined);
  }

  #send(pending: PendingQuestion): void {
    this.#pending = pending;
    this.start();
    this.#worker?.postMessage({ id: pending.id, question: pending.question });
  }

  #openWorker(): Worker {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<{ readonly id: number } & Answer>) => {
      if (data.id !== this.#pending?.id) return;
      if ('error' in data) this.#fail(data.error);
      else this.#settle(data);
    });
    worker.addEventListener('error', ({ message }) => {
      if (worker === this.#worker) this.#fail(message || 'the engine could not be loaded');
    });
    return worker;
  }

  /** Asks a new worker once, because a part of the engine that could not be fetched is missing in the old one for good. */
  #fail(error: string): void {
    this.#closeWorker();
    const pending = this.#pending;
    if (pending?.isRetry === false) this.#send({ ...pending, isRetry: true });
    else this.#settle({ error });
  }

  #closeWorker(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #settle(answer: Answer | undefined): void {
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.resolve(answer);
  }
}
