import type { WordRow } from './word-rows.js';

/** Methods that compare or cut texts and lists, and whose names have no other meaning on other objects. */
const TEXT_METHODS =
  'startsWith endsWith includes indexOf lastIndexOf localeCompare replaceAll substring substr trim* padStart padEnd';

/** Names of packages and calls that accept URLs and paths, and send no request. */
export const BYSTANDERS: readonly WordRow[] = [
  {
    kind: 'package-handles',
    words: 'zod yup joi valibot ajv',
    why: 'schema libraries: their paths are shapes of data',
  },
  {
    kind: 'package-handles',
    words: 'assert chai ava tape uvu test vitest jest @jest/globals sinon @sinonjs/*',
    why: 'tests and assertions: a URL is an expected value',
  },
  {
    kind: 'package-handles',
    words: 'winston pino bunyan debug loglevel consola signale tslog log4js',
    why: 'loggers: people read their output',
  },
  {
    kind: 'package-handles',
    words: 'chalk picocolors colors kleur ansi-colors readline',
    why: 'they print and colour texts of a terminal',
  },
  { kind: 'package-handles', words: 'commander yargs meow cac dotenv', why: 'they read command lines and settings' },
  { kind: 'package-handles', words: 'fs fs-extra graceful-fs path os', why: 'their paths are those of files' },
  {
    kind: 'package-handles',
    words: 'url querystring qs util crypto events',
    why: 'they turn one text into another, whose use is seen elsewhere',
  },
  {
    kind: 'package-handles',
    words: 'lodash ramda immer dayjs',
    why: 'collections and dates: their results are values',
  },
  { kind: 'package-handles', words: 'react react-dom preact vue', why: 'they show pages and keep their state' },

  {
    kind: 'package-routes',
    words:
      'express fastify hono koa koa-router @koa/router itty-router find-my-way polka restify next-connect h3 elysia ' +
      'router @hono/* worktop sunder @nestjs/common',
    why: 'servers: `app.get(path)` answers a request and sends none',
  },
  {
    kind: 'package-routes',
    words: 'nock msw fetch-mock axios-mock-adapter supertest vitest jest',
    why: 'test tools: their verbs define answers, or call the server under test',
  },

  {
    kind: 'root-takes-paths',
    words: 'console logger log expect assert chai describe it test vi jest sinon',
    why: 'logs, assertions and frames of tests',
  },
  {
    kind: 'root-takes-paths',
    words: 'nock http rest msw mock fetchMock',
    why: 'test doubles, whose verbs define answers (`http.get` of msw; the client of node has a row of its own)',
  },
  { kind: 'root-takes-paths', words: 'cy', why: 'Cypress, whose `cy.request` has a row as a client' },
  { kind: 'root-takes-paths', words: 'z', why: 'the usual name of zod: its paths are shapes of data' },
  { kind: 'root-takes-paths', words: 't i18n', why: 'translations: a path is the key of a text' },
  {
    kind: 'root-takes-paths',
    words: 'router app server redirect navigate useRouter useNavigate history location document',
    why: "paths of the program's own server or page",
  },
  {
    kind: 'root-takes-paths',
    words: 'path fs sessionStorage localStorage',
    why: 'paths of files, and keys of storage',
  },
  {
    kind: 'root-takes-paths',
    words: 'Math JSON Object Array Promise Symbol Reflect URL URLSearchParams RegExp Error Response NextResponse',
    why: 'globals that turn their arguments into values',
  },

  { kind: 'root-tells', words: 'console debug process.stdout process.stderr process.emitWarning', why: 'logs' },
  { kind: 'root-tells', words: 'alert confirm prompt', why: 'people read it in the browser' },
  {
    kind: 'root-tells',
    words: 'expect assert chai should sinon describe it test suite context specify bench vi jest nock msw',
    why: 'assertions, frames of tests and test doubles',
  },
  { kind: 'logger', words: 'log logger $log $logger', why: 'usual names of loggers; `$log` is from Angular' },
  {
    kind: 'root-makes-values',
    words:
      'Object Array JSON Math Number String Boolean BigInt Symbol Reflect Promise Date Intl RegExp Atomics ' +
      'structuredClone parseInt parseFloat isNaN isFinite',
    why: 'no function of the language sends',
  },

  {
    kind: 'tells',
    words: 'log* info warn warning debug trace verbose notice fatal critical error print* echo deprecate*',
    why: 'log levels and printing functions',
  },
  {
    kind: 'tells',
    words: 'fail reject invariant throw* *Error *Exception *Warning',
    why: 'an error whose text holds a URL',
  },
  {
    kind: 'tells',
    words:
      'assert* toBe* toEqual* toStrictEqual* toHave* toMatch* toContain* toThrow* toInclude* toReturn* *calledWith* ' +
      'is same eql eq equal equals deepEqual deepEquals strictEqual strictEquals looseEqual looseEquals notEqual ' +
      'notEquals notDeepEqual notDeepEquals notStrictEqual notStrictEquals notLooseEqual notLooseEquals',
    why: 'a test or a condition compares it',
  },
  {
    kind: 'tells',
    words:
      'mock mock[A-Z_]* stub stub[A-Z_]* fake fake[A-Z_]* intercept intercept[A-Z_]* respond respond[A-Z_]* reply* ' +
      'onGet onHead onPost onPut onPatch onDelete onAny returns resolves',
    why: 'a test defines the answer',
  },

  {
    kind: 'compares',
    words: `${TEXT_METHODS} contain contains has replace split slice`,
    why: 'methods of texts and collections',
  },
  {
    kind: 'of-texts',
    words: `${TEXT_METHODS} toLowerCase toUpperCase charAt charCodeAt codePointAt byteLength startswith endswith`,
    why: 'the text is known only if all its parts are',
  },
  { kind: 'matches', words: 'search match matchAll test exec', why: 'except `shell.exec` and `caches.default.match`' },
  { kind: 'looks-up', words: 'has get includes indexOf lastIndexOf', why: 'methods of lists, sets and maps' },

  {
    kind: 'keeps',
    words:
      'URL Request URLSearchParams Headers Response NextResponse RegExp String Symbol Map Set WeakMap Array Object ' +
      'Promise Blob Buffer Proxy',
    why: 'an object is made from it',
  },
  { kind: 'keeps', words: 'require import', why: 'it names a module' },
  {
    kind: 'keeps',
    words:
      'encodeURI encodeURIComponent decodeURI decodeURIComponent escape btoa atob concat join normalize resolve parse ' +
      'stringify format',
    why: 'another text is made from it',
  },
  {
    kind: 'keeps',
    words: 'freeze seal assign define* set set[A-Z]* append appendChild prepend unshift add register',
    why: 'an object or a collection keeps it',
  },
  { kind: 'keeps', words: 'default catch prefault literal enum describe meta', why: 'steps of a schema' },
  {
    kind: 'keeps',
    words: 'getenv env option alias label title',
    why: 'settings, options of a command, texts of a page',
  },
  {
    kind: 'keeps',
    words: 'createElement h jsx jsxs useState useRef useMemo ref shallowRef signal observable',
    why: 'elements of a page and its state; `h` is from Vue and Preact',
  },
];
