import type { ClientModel } from '../../../../../src/core/model/client-model.js';
import type { HttpMethod } from '../../../../../src/core/model/endpoint.js';
import type { TypeScript } from '../../../../../src/files/load-typescript.js';

/** One unpacked version of an SDK. */
export interface SdkPackage {
  readonly name: string;
  readonly version: string;
  /** Texts of the files that its family reads, by path below the package with `/`. */
  readonly files: ReadonlyMap<string, string>;
}

/** A method of an SDK and its request: `bells.ring` is `POST /towers/{tower}/bells`. */
export interface SdkCall {
  /** Chain of members below the client. */
  readonly member: string;
  readonly method: HttpMethod;
  /** Path template with parameters in braces, in the SDK's form: below the host, or below the base URL. */
  readonly path: string;
}

/** SDKs whose methods make requests in the same syntax, because they have one generator or one vendor. */
export interface SdkFamily {
  /** Whether the family needs a file of a package, by its path in the package. */
  readonly needsFile: (path: string) => boolean;
  /** Returns the requests of a package's methods, in the order of its files. Only texts are read, nothing is run. */
  readonly callsOf: (sdk: SdkPackage, compiler: typeof TypeScript) => readonly SdkCall[];
  /** Model of the client itself, without the methods of its resources. */
  readonly clientOf: (sdk: SdkPackage, compiler: typeof TypeScript) => ClientModel;
}
