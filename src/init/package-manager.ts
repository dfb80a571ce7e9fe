/** Commands of a package manager. */
export interface PackageManager {
  /** Adds packages for development: `npm install --save-dev`. */
  readonly add: string;
  /** Runs a program of an installed package, and installs none: `npx --no-install`. */
  readonly exec: string;
  /** Installs the versions of the lock file on a CI server, without running scripts of packages. */
  readonly install: string;
  /** The GitHub action that installs the manager itself. */
  readonly action?: string;
  /** The command for other CI servers, and for GitHub where there is no action. */
  readonly setup?: string;
}

interface Row extends PackageManager {
  /** Value of `packageManager` in package.json. */
  readonly name: RegExp;
  /** Any of these files identifies it. */
  readonly files: readonly string[];
}

/** Node 25 and later have no Corepack. */
export const PNPM_ACTION = 'pnpm/action-setup@v5';
const COREPACK = 'corepack enable';

const ROWS: readonly Row[] = [
  {
    name: /^pnpm@/,
    files: ['pnpm-lock.yaml', 'pnpm-workspace.yaml'],
    add: 'pnpm add --save-dev',
    exec: 'pnpm exec',
    install: 'pnpm install --frozen-lockfile --ignore-scripts',
    action: PNPM_ACTION,
    setup: COREPACK,
  },
  {
    name: /^yarn@(?!1\.)/,
    files: ['.yarnrc.yml', '.pnp.cjs'],
    add: 'yarn add --dev',
    exec: 'yarn run',
    install: 'yarn install --immutable --mode=skip-build',
    setup: COREPACK,
  },
  {
    name: /^yarn@1\./,
    files: ['yarn.lock'],
    add: 'yarn add --dev',
    exec: 'yarn run',
    install: 'yarn install --frozen-lockfile --ignore-scripts',
    setup: COREPACK,
  },
  {
    name: /^bun@/,
    files: ['bun.lock', 'bun.lockb'],
    add: 'bun add --dev',
    exec: 'bun run',
    install: 'bun install --frozen-lockfile --ignore-scripts',
    action: 'oven-sh/setup-bun@v2',
    setup: 'npm install --global bun',
  },
  {
    name: /^npm@/,
    files: ['package-lock.json', 'npm-shrinkwrap.json'],
    add: 'npm install --save-dev',
    exec: 'npx --no-install',
    install: 'npm ci --ignore-scripts',
  },
];

const NPM_UNLOCKED: PackageManager = {
  add: 'npm install --save-dev',
  exec: 'npx --no-install',
  install: 'npm install --ignore-scripts',
};

/** The package manager that a manifest names, or that files show; default npm. */
export function packageManager(named: string | undefined, isThere: (name: string) => boolean): PackageManager {
  const lockOf = (row: Row): boolean => row.files.some(isThere);
  return (
    (named === undefined
      ? undefined
      : ROWS.find(({ name, files }) => name.test(named) && (!/^npm@/.test(named) || files.some(isThere)))) ??
    ROWS.find(lockOf) ??
    NPM_UNLOCKED
  );
}
