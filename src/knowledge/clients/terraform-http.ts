import type { ClientModel } from '../../core/model/client-model.js';

/** Terraform's data source `http`. */
export const terraformHttp: ClientModel = {
  name: 'Terraform http',
  origins: [
    { module: 'hashicorp/http', export: 'data.http', language: 'terraform' },
    // For modules that do not name its publisher.
    { module: 'http/http', export: 'data.http', language: 'terraform' },
  ],
  requests: [{ member: '', url: 0 }],
  options: { method: ['method'], url: ['url'], headers: ['request_headers'], body: ['request_body'] },
  closed: true,
};
