import type { ClientModel } from '../model/client-model.js';
import { otherOptions } from './command-options.js';

/** Options of curl 8 with a value that does not matter to the request. */
const OTHERS = `
  --alt-svc --aws-sigv4 --cacert --capath -E --cert --cert-type --ciphers --connect-timeout
  -C --continue-at -b --cookie -c --cookie-jar --create-file-mode --crlfile --curves --delegation
  --dns-interface --dns-ipv4-addr --dns-ipv6-addr --dns-servers --doh-url -D --dump-header --ech --egd-file --engine
  --etag-compare --etag-save --expect100-timeout --ftp-account --ftp-alternative-to-user --ftp-method -P --ftp-port
  --ftp-ssl-ccc-mode --happy-eyeballs-timeout-ms --haproxy-clientip --hostpubmd5 --hostpubsha256 --hsts --interface
  --ip-tos --ipfs-gateway --keepalive-cnt --keepalive-time --key --key-type --krb --libcurl --limit-rate --local-port
  --login-options --mail-auth --mail-from --mail-rcpt --max-filesize --max-redirs -m --max-time --netrc-file --noproxy
  -o --output --output-dir --parallel-max --pass --pinnedpubkey --proto --proto-default --proto-redir -x --proxy
  --preproxy --proxy-cacert --proxy-capath --proxy-cert --proxy-cert-type --proxy-ciphers --proxy-crlfile
  --proxy-header --proxy-key --proxy-key-type --proxy-pass --proxy-pinnedpubkey --proxy-service-name
  --proxy-tls13-ciphers --proxy-tlsauthtype --proxy-tlspassword --proxy-tlsuser -U --proxy-user --proxy1.0 --pubkey
  -Q --quote --random-file -r --range --rate -e --referer --request-target --retry --retry-delay
  --retry-max-time --sasl-authzid --service-name --signature-algorithms --socks4 --socks4a --socks5
  --socks5-gssapi-service --socks5-hostname -Y --speed-limit -y --speed-time --stderr -t --telnet-option
  --tftp-blksize -z --time-cond --tls-max --tls13-ciphers --tlsauthtype --tlspassword --tlsuser --trace --trace-ascii
  --trace-config -A --user-agent --variable --vlan-priority -w --write-out`;

/** The model of curl. */
export const curlClient: ClientModel = {
  name: 'curl',
  origins: [{ global: 'curl', language: 'shell' }],
  requests: [{ member: '' }],
  command: {
    globs: true,
    valued: {
      ...otherOptions(OTHERS),
      '--url': 'url',
      '-X': 'method',
      '--request': 'method',
      '-H': 'header',
      '--header': 'header',
      '-d': 'data',
      '--data': 'data',
      '--data-ascii': 'data',
      '--data-binary': 'data',
      '--data-raw': 'data',
      '--data-urlencode': 'form',
      '--json': 'json',
      '-F': 'form',
      '--form': 'form',
      '--form-string': 'form',
      '-T': 'upload',
      '--upload-file': 'upload',
      '-u': 'user',
      '--user': 'user',
      '--oauth2-bearer': 'bearer',
      '--url-query': 'query',
      '--connect-to': 'route',
      '--resolve': 'route',
      '--unix-socket': 'route',
      '--abstract-unix-socket': 'route',
      '-K': 'options',
      '--config': 'options',
    },
    flags: {
      '-I': 'head',
      '--head': 'head',
      '-G': 'data-in-query',
      '--get': 'data-in-query',
      '-:': 'next',
      '--next': 'next',
      '-g': 'no-globs',
      '--globoff': 'no-globs',
    },
  },
};
