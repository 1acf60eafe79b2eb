import { createHash } from 'node:crypto'
import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import { touched } from '#platform/core/records/record-ref.ts'
import { jsonObject } from '#platform/core/sql/json.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { changedSettings, lockSettings } from '../settings.ts'
import type { MessageSettings } from '../settings-schemas.ts'
import { readPicture } from './read-picture.ts'
import { refuseLogo, type Picture } from './rules.ts'
import type { LogoFacts, PutMessageLogo } from './schemas.ts'

/** Reads and scans the picture that a caller sent. */
export const receiveLogo = async (
  { platform }: OutsideContext,
  { content }: PutMessageLogo,
): Promise<Picture> => {
  const bytes = Buffer.from(content, 'base64')
  const picture = await readPicture(bytes)
  const found = await platform.scanner.scan(onceOf(bytes))
  if (found) throw refuseLogo('malware', `contains ${found.finding}`)
  return picture
}

async function* onceOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes)
}

/** Shows the picture in e-mails that are sent from now on. It replaces an earlier one. */
export const putMessageLogo = (
  ctx: Context,
  version: number | undefined,
  { contents, contentType, width, height }: Picture,
): Promise<MessageSettings> =>
  transact(ctx, 'message-settings:write', async (tx) => {
    const before = await lockSettings(tx, version)
    const sha256 = createHash('sha256').update(contents).digest('hex')
    const facts: LogoFacts = { contentType, width, height, sizeBytes: contents.length, sha256 }
    const [after] = await Promise.all([
      tx.db.tenant.update({
        where: { id: tx.tenantId },
        data: { messageLogo: jsonObject(facts), ...touched(tx) },
      }),
      tx.sql(KEEP, [tx.tenantId, contents]),
    ])
    return changedSettings(tx, before, after)
  })

const KEEP = `
  INSERT INTO message_logos (tenant_id, contents) VALUES ($1, $2)
  ON CONFLICT (tenant_id) DO UPDATE SET contents = EXCLUDED.contents`
