import { builtModule } from '../built-module.js';

/** Libraries that only some runs need, loaded synchronously. `rolldown.config.js` builds a file for each. */
interface Libraries {
  readonly '@lezer/javascript': typeof import('@lezer/javascript');
  readonly '@lezer/python': typeof import('@lezer/python');
  readonly 'brace-expansion': typeof import('brace-expansion');
  readonly 'jsonc-parser': typeof import('jsonc-parser');
  readonly '@modelcontextprotocol/sdk': Pick<typeof import('@modelcontextprotocol/sdk/server/index.js'), 'Server'> &
    Pick<typeof import('@modelcontextprotocol/sdk/server/stdio.js'), 'StdioServerTransport'> &
    Pick<
      typeof import('@modelcontextprotocol/sdk/types.js'),
      'CallToolRequestSchema' | 'GetPromptRequestSchema' | 'ListPromptsRequestSchema' | 'ListToolsRequestSchema'
    >;
  readonly unbash: typeof import('unbash');
  readonly 'vscode-languageserver': typeof import('vscode-languageserver/node');
  readonly yaml: typeof import('yaml');
}

/** A library, loaded on first use. */
export function loadLibrary<Name extends keyof Libraries>(name: Name): Libraries[Name] {
  return builtModule(`libraries/${name}.cjs`) as Libraries[Name];
}
