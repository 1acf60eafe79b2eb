import { limitsOfKey } from '#platform/identity/limits-of-key.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Actor } from '#platform/core/access/permissions.ts'
import type { Platform } from '#platform/core/context/platform.ts'
import { utc } from '#platform/core/time/time.ts'
import type { Subject } from '#platform/core/records/subject.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { LINK_LIFETIME_MS } from './rules.ts'

/** What a link permits, who requested it, and when it expires (ms since 1970). */
export interface FileLink {
  /** `archive` downloads an export of a person's data; the others are for an attachment. */
  purpose: 'upload' | 'download' | 'archive'
  tenantId: string
  fileId: string
  actor: Pick<Actor, 'kind' | 'id' | 'through'>
  /** The limits of the API key that requested the link. The link becomes invalid when they change. */
  limits?: string
  until: number
}

/** The path of one file. It needs no token, so it expires soon. */
export const issueLink = async (
  tx: Transaction,
  purpose: FileLink['purpose'],
  file: Subject,
): Promise<{ path: string; expiresAt: string }> => {
  const { platform, tenantId } = tx
  const { kind, id, through } = tx.actor
  const until = platform.clock.now().getTime() + LINK_LIFETIME_MS[purpose]
  const link: FileLink = {
    purpose,
    tenantId,
    fileId: file.id,
    actor: { kind, id, ...(through && { through }) },
    ...(kind === 'API_KEY' && { limits: await limitsOfKey(tx, id) }),
    until,
  }
  const payload = Buffer.from(JSON.stringify(link)).toString('base64url')
  const expiresAt = new Date(until)
  tx.did(file, {
    link: purpose === 'upload' ? 'upload' : 'download',
    until: expiresAt,
  })
  const folder = purpose === 'upload' ? 'uploads' : 'files'
  return {
    path: `/v1/${folder}/${payload}.${macsOf(platform, payload)[0]}`,
    expiresAt: utc(expiresAt),
  }
}

/** The link in a token. Throws `not_found` if we did not sign the token, and `link_expired` after its expiry. */
export const openLink = (
  platform: Platform,
  token: string,
  purpose: 'upload' | 'download',
): FileLink => {
  const [payload = '', mac = ''] = token.split('.')
  const given = Buffer.from(mac)
  const isOurs = macsOf(platform, payload)
    .map((expected) => Buffer.from(expected))
    .some((expected) => given.length === expected.length && timingSafeEqual(given, expected))
  if (!isOurs) throw unknownLink()
  const link = JSON.parse(Buffer.from(payload, 'base64url').toString()) as FileLink
  if ((link.purpose === 'upload') !== (purpose === 'upload')) throw unknownLink()
  if (link.until <= platform.clock.now().getTime())
    throw new DomainError('link_expired', 'The link has expired. Request a new one.')
  return link
}

const unknownLink = () =>
  new DomainError('not_found', 'This link does not exist. Request a new one.')

/** The token's MAC with each key; the first key signs new links. */
const macsOf = ({ cipher }: Platform, payload: string): string[] =>
  cipher
    .derive('file-link')
    .map((key) => createHmac('sha256', key).update(payload).digest('base64url'))
