import { several, writerIn } from './write-tree.mjs';

/**
 * Writes modules of another cloud with words that are common in APIs (`rules`, `settings`, `filters`, `zones`), and
 * without the name of a known API.
 *
 * `modules`: number of folders with four files each.
 */
export function generateTerraform(root, { modules = 150 } = {}) {
  const write = writerIn(root);
  for (let index = 0; index < modules; index += 1) {
    const folder = `modules/part${Math.floor(index / 10)}/module${index}`;
    write(`${folder}/main.tf`, mainText(index));
    write(
      `${folder}/variables.tf`,
      several(
        12,
        (number) =>
          `variable "rules_${number}" {\n  description = "Settings of the firewall rules, filters and zones ${number}."\n  type = map(object({\n    name    = string\n    members = optional(list(string), [])\n  }))\n  default = {}\n}\n`,
      ).join('\n'),
    );
    write(
      `${folder}/outputs.tf`,
      several(
        6,
        (number) => `output "zone_${number}" {\n  value = google_dns_managed_zone.zones["z${number}"].id\n}\n`,
      ).join('\n'),
    );
    write(`${folder}/versions.tf`, VERSIONS);
  }
}

const VERSIONS =
  'terraform {\n  required_version = ">= 1.7.4"\n  required_providers {\n    google = {\n      source  = "hashicorp/google"\n      version = ">= 6.1.0, < 7.0.0"\n    }\n  }\n}\n';

function mainText(index) {
  const networkModule =
    index % 10 === 0 ? '' : `module "network" {\n  source = "../module${index - 1}"\n  rules_0 = var.rules_0\n}\n\n`;
  const apiWords =
    index % 10 === 5
      ? `  firewall_rules = lookup(each.value, "organizations", "firewall")\n  balancers      = data.google_dns_keys.load_balancers["tunnels"].service\n`
      : '';
  return `${networkModule}locals {\n${apiWords}  filters = { for name, rule in var.rules_1 : name => rule if length(rule.members) > ${index} }\n}\n\nresource "google_dns_managed_zone" "zones" {\n  for_each = local.filters\n  name     = each.key\n  dns_name = "zone${index}.example.com."\n}\n\n${several(
    10,
    (number) =>
      `resource "google_compute_firewall" "rules_${number}" {\n  for_each    = var.rules_${number}\n  name        = "rule-${index}-${number}"\n  description = "Firewall rules and settings of \${each.value.name}."\n  network     = "https://www.googleapis.com/compute/v1/projects/p${index}/global/networks/n${number}"\n  dynamic "allow" {\n    for_each = each.value.members\n    content {\n      protocol = allow.value\n    }\n  }\n}\n`,
  ).join('\n')}`;
}
