import type { WordRow } from './word-rows.js';

/** Methods that compare or cut texts and lists, and whose names no other objects use with another meaning. */
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
    why: 'input and output of a terminal',
  },
  { kind: 'package-handles', words: 'commander yargs meow cac dotenv', why: 'readers of command lines and settings' },
  { kind: 'package-handles', words: 'fs fs-extra graceful-fs path os', why: 'their paths are those of files' },
  {
    kind: 'package-handles',
    words: 'url querystring qs util crypto events',
    why: 'functions from text to text: a call that sends the result is examined by itself',
  },
  {
    kind: 'package-handles',
    words: 'lodash ramda immer dayjs',
    why: 'collections and dates',
  },
  { kind: 'package-handles', words: 'react react-dom preact vue', why: 'pages and their state' },

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
    why: 'test tools: their verbs define responses, or call the server under test',
  },

  {
    kind: 'root-takes-paths',
    words: 'console logger log expect assert chai describe it test vi jest sinon',
    why: 'logs, assertions and blocks of tests',
  },
  {
    kind: 'root-takes-paths',
    words: 'nock http rest msw mock fetchMock',
    why: 'test doubles, whose verbs define responses (`http.get` of msw; the client of Node has its own row)',
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
    why: 'globals that only compute values',
  },

  { kind: 'root-tells', words: 'console debug process.stdout process.stderr process.emitWarning', why: 'logs' },
  { kind: 'root-tells', words: 'alert confirm prompt', why: 'messages to people in a browser' },
  {
    kind: 'root-tells',
    words: 'expect assert chai should sinon describe it test suite context specify bench vi jest nock msw',
    why: 'assertions, blocks of tests and test doubles',
  },
  { kind: 'logger', words: 'log logger $log $logger', why: 'usual names of loggers; `$log` is from Angular' },
  {
    kind: 'root-makes-values',
    words:
      'Object Array JSON Math Number String Boolean BigInt Symbol Reflect Promise Date Intl RegExp Atomics ' +
      'structuredClone parseInt parseFloat isNaN isFinite',
    why: 'functions of the language, none of which sends',
  },

  {
    kind: 'tells',
    words: 'log* info warn warning debug trace verbose notice fatal critical error print* echo deprecate*',
    why: 'log levels and printing functions',
  },
  {
    kind: 'tells',
    words: 'fail reject invariant throw* *Error *Exception *Warning',
    why: 'errors with a URL in their text',
  },
  {
    kind: 'tells',
    words:
      'assert* toBe* toEqual* toStrictEqual* toHave* toMatch* toContain* toThrow* toInclude* toReturn* *calledWith* ' +
      'is same eql eq equal equals deepEqual deepEquals strictEqual strictEquals looseEqual looseEquals notEqual ' +
      'notEquals notDeepEqual notDeepEquals notStrictEqual notStrictEquals notLooseEqual notLooseEquals',
    why: 'assertions and conditions, which compare the text',
  },
  {
    kind: 'tells',
    words:
      'mock mock[A-Z_]* stub stub[A-Z_]* fake fake[A-Z_]* intercept intercept[A-Z_]* respond respond[A-Z_]* reply* ' +
      'onGet onHead onPost onPut onPatch onDelete onAny returns resolves',
    why: 'test doubles, which define responses',
  },

  {
    kind: 'compares',
    words: `${TEXT_METHODS} contain contains has replace split slice`,
    why: 'methods of texts and collections',
  },
  {
    kind: 'text-methods',
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
    why: 'constructors of objects that contain the text',
  },
  { kind: 'keeps', words: 'require import', why: 'imports, whose text is the name of a module' },
  {
    kind: 'keeps',
    words:
      'encodeURI encodeURIComponent decodeURI decodeURIComponent escape btoa atob concat join normalize resolve parse ' +
      'stringify format',
    why: 'functions from text to text',
  },
  {
    kind: 'keeps',
    words: 'freeze seal assign define* set set[A-Z]* append appendChild prepend unshift add register',
    why: 'methods that add the text to an object or a collection',
  },
  { kind: 'keeps', words: 'default catch prefault literal enum describe meta', why: 'methods of schemas' },
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
