import { several, writerIn } from './write-tree.mjs';

const TOOLS = ['aws', 'docker', 'git', 'kubectl', 'npm', 'gcloud'];

/**
 * Writes scripts of server administrators: some with an extension, some with only a shebang, with a library that all of
 * them source, and a few that call the API.
 *
 * `files`: number of files. `hits`: files with a deprecated request. `others`: files without extension that are not
 * scripts.
 */
export function generateScripts(root, { files = 400, hits = 8, others = 400 } = {}) {
  const write = writerIn(root);
  write(
    'lib/common.sh',
    '#!/usr/bin/env bash\nset -euo pipefail\n\nCLOUDFLARE_API=${CLOUDFLARE_API:-https://api.cloudflare.com/client/v4}\n\ncloudflare() {\n  local path=$1\n  shift\n  curl -sS -H "Authorization: Bearer $TOKEN" "$@" "$CLOUDFLARE_API$path"\n}\n\nusage() {\n  echo "usage: ${0##*/} [options]" >&2\n  exit 2\n}\n',
  );
  for (let index = 0; index < files; index += 1) {
    const name = `${TOOLS[index % TOOLS.length]}/do_${index}${index % 2 === 0 ? '.sh' : ''}`;
    write(name, scriptText(index, index < hits ? 'pagerules' : index < 3 * hits ? 'dnssec' : undefined));
  }
  for (let index = 0; index < others; index += 1)
    write(
      `data/part${index % 10}/record${index}`,
      `${several(40, (line) => `field${line}=${index * line}`).join('\n')}\n`,
    );
}

function scriptText(index, path) {
  const tool = TOOLS[index % TOOLS.length];
  const call =
    path === undefined
      ? ''
      : `zone=\${1:-}\n[ -n "$zone" ] || usage\ncloudflare "/zones/$zone/${path}" | jq -r '.result[].id'\n`;
  const steps = several(
    8,
    (step) =>
      `filters_${step}() {\n  local name=$1 rules\n  for rules in "$@"; do\n    if ${tool} list --name "$name-${index}" --zone "$rules" | grep -q settings; then\n      curl -sSf "https://\${HOST:-localhost}/members/$rules?page=${step}" -o "/var/tmp/$name"\n    fi\n  done\n}\n`,
  );
  return `#!/usr/bin/env bash\n# Written once, run by hand.\nset -euo pipefail\n. "$(dirname "\${BASH_SOURCE[0]}")/../lib/common.sh"\n\n${steps.join('\n')}\n${call}filters_0 "$@"\n`;
}
