import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { exportTenant } from '#organization/tenant-exports/export-tenant.ts'
import { MANIFEST, type Manifest } from '#organization/tenant-exports/rules.ts'
import { verifyExport } from '#organization/tenant-exports/verify-export.ts'
import { answering, pairs, type Answer } from '../answer.ts'
import { filesLocation } from '../config.ts'
import { UsageError } from '../failure.ts'
import { CENTRE, centreOf, recorded, withPlatform } from '../operator.ts'
import { example } from '../options.ts'
import { software } from '../software.ts'

interface Options {
  tenant?: string
  out?: string
  verify?: string
}

export const tenantExport = (parent: Command): Command =>
  parent
    .command('export')
    .description(
      'Exports everything of a centre into a folder: its tables, files and audit trail, with a manifest. Or checks such a folder against its manifest.',
    )
    .option(...CENTRE)
    .option('--out <dir>', 'an empty folder; an interrupted export there starts over')
    .option('--verify <dir>', 'the folder of an export; does not need the platform')
    .addHelpText(
      'after',
      example(
        'tenant export --tenant ten_… --out /backup/sunrise',
        'tenant export --verify /backup/sunrise',
      ),
    )
    .action(
      answering(({ tenant, out, verify }: Options) => {
        if (verify !== undefined && out === undefined) return verified(verify)
        if (out === undefined || verify !== undefined)
          throw new UsageError(
            'Name either a folder to write to with --out, or an export to check with --verify.',
          )
        const withFiles = { filesLocation: filesLocation() }
        return withPlatform(async (platform) => {
          const tenantId = await centreOf(platform, tenant)
          const act = { tenantId, action: 'therapy tenant export' }
          const manifest = await recorded(
            platform,
            act,
            (ctx) => exportTenant({ ...ctx, platform }, { folder: out, software: software() }),
            (written) => ({
              subject: { type: 'tenant', id: tenantId },
              changes: { rows: rowsOf(written), files: written.attachments.length },
            }),
          )
          return answerOf(out, manifest)
        }, withFiles)
      }),
    )

const verified = async (folder: string): Promise<Answer> => {
  const { ok, manifest, problems } = await verifyExport(folder)
  const { data, text } = await answerOf(folder, manifest)
  return {
    data: { ok, problems, ...data },
    text: ok ? `${text}\n\nThe export matches its manifest.` : problems.join('\n'),
    ...(!ok && { exitCode: 1 }),
  }
}

const answerOf = async (folder: string, manifest: Manifest) => {
  const { tenantId, name, exportedAt, tables, attachments, missing, auditTrail } = manifest
  const sha256 = createHash('sha256')
    .update(await readFile(path.join(folder, MANIFEST)))
    .digest('hex')
  const rows = rowsOf(manifest)
  const files = attachments.length
  return {
    data: {
      tenantId,
      exportedAt,
      folder,
      tables: tables.length,
      rows,
      files,
      missing,
      auditTrail,
      sha256,
    },
    text: pairs([
      ['tenant', `${tenantId} (${name})`],
      ['as of', exportedAt],
      ['folder', folder],
      ['tables', `${tables.length}, ${rows} rows`],
      [
        'files',
        `${files}${missing.length > 0 ? `; missing in the store: ${missing.join(', ')}` : ''}`,
      ],
      [
        'audit trail',
        `${auditTrail.ok ? 'unaltered' : 'BROKEN: see therapy audit verify'}, ${auditTrail.unsealed} entries not sealed yet`,
      ],
      ['manifest', `SHA-256 ${sha256}`],
    ]),
  }
}

const rowsOf = ({ tables }: Manifest): number => tables.reduce((sum, { rows }) => sum + rows, 0)
