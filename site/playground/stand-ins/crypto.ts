import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { Buffer } from 'buffer';

/** Synchronous digests: those of browsers are asynchronous, which the engine cannot use. */
const DIGESTS = { sha1, sha256 };

class Hash {
  readonly #state;

  constructor(name: keyof typeof DIGESTS) {
    this.#state = DIGESTS[name].create();
  }

  update(data: string | Uint8Array): this {
    this.#state.update(typeof data === 'string' ? new TextEncoder().encode(data) : data);
    return this;
  }

  digest(encoding?: BufferEncoding): Buffer | string {
    const bytes = Buffer.from(this.#state.digest());
    return encoding === undefined ? bytes : bytes.toString(encoding);
  }
}

export function createHash(name: keyof typeof DIGESTS): Hash {
  if (!Object.hasOwn(DIGESTS, name)) throw new Error(`no digest '${name}' here`);
  return new Hash(name);
}

function refuse(): never {
  throw new Error('nothing is signed or written here');
}

export const createHmac = refuse;
export const createPrivateKey = refuse;
export const createPublicKey = refuse;
export const sign = refuse;
export const verify = refuse;
export const timingSafeEqual = refuse;
export const randomBytes = refuse;
