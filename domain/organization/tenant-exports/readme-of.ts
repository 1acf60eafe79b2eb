import type { Manifest } from './rules.ts'

type Contents = Pick<Manifest, 'tenantId' | 'name' | 'exportedAt' | 'software' | 'tables'>

/** A README for people who have the export but not the platform. */
export const readmeOf = ({ tenantId, name, exportedAt, software, tables }: Contents): string => {
  const rows = tables
    .filter((table) => table.rows > 0)
    .map((table) => `| \`${table.table}\` | ${table.rows} | ${table.omitted.join(', ')} |`)
  return `# ${name}

Everything that the Therapy Care Platform ${software.version} held of this centre (\`${tenantId}\`) on ${exportedAt}. It contains health data: keep it
encrypted, and delete it when it has served its purpose.

| file | what it is |
|---|---|
| \`manifest.json\` | each file with its size and SHA-256, each table with its rows and columns |
| \`tables/<table>.ndjson\` | the rows of a table, one JSON object a line, in the order of its key, all as they were at one moment |
| \`files/…\` | attachments and archives; \`storage_key\` in \`attachments.ndjson\` and \`person_exports.ndjson\` names the file by what follows the \`/\` |
| \`public-keys.json\` | public keys: with them seals of the audit trail and signatures of notes can be checked |

Times are UTC. Amounts are in minor units of their currency, so 8500 is 85.00 EUR. Ids are unique, and \`<something>_id\` names the record of that id in another
table. Tables are those of the migration \`${software.migration}\`. The audit trail is in \`audit_entries\`, its seals in \`audit_seals\` and \`audit_heads\`;
\`auditTrail\` of the manifest says whether the platform found it unaltered.

**Left out** are secrets, with which somebody could act as another: hashes of tokens and passwords of keys, and values that are encrypted with the platform's own
keys (addresses and variables of messages that were not sent, secrets of webhooks and of identity providers). Of each table they are named below.

To check an export: \`therapy tenant export --verify <folder>\`, or compare \`sha256sum\` of each file with the manifest.

| table | rows | columns left out |
|---|---|---|
${rows.join('\n')}
`
}
