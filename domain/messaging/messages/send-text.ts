import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { Message } from '#prisma/generated/client.ts'
import type { Text, TextingGateway, TextResult } from '#providers/texting/index.ts'
import { localeFor } from '../locales/locale-for.ts'
import { countSegments } from '../channels/count-segments.ts'
import { renderText } from './render.ts'
import { reportedColumns } from './reported-columns.ts'
import { open } from './seal.ts'
import type { MessagingTerms } from './settings.ts'
import type { Outcome } from './settle-messages.ts'
import type { TemplateName } from './templates/index.ts'

/** How texts are sent. */
export interface Texting {
  gateway: TextingGateway
  /** The platform's public address, for links and for the provider's receipts. */
  publicUrl: string
}

/** The text of a message as the provider gets it. */
export const textOf = (
  { platform }: Reader,
  row: Message,
  terms: MessagingTerms,
  publicUrl: string,
): Text => ({
  channel: row.channel as Text['channel'],
  to: open(platform.cipher, row.id, row.sealedAddress!) as string,
  sender: row.sender!,
  body: renderText({
    template: row.template as TemplateName,
    language: localeFor(row.language, terms),
    variables: open(platform.cipher, row.id, row.sealedVariables!),
    centre: terms.centre,
    publicUrl,
  }),
  receiptUrl: new URL(`/text-receipts/${row.id}`, publicUrl).href,
})

/**
 * Sends a text. The provider knows no keys: before a repeated attempt, it is asked for texts with the same words,
 * because an earlier attempt may have been accepted although its answer was lost.
 */
export const sendText = async (
  ctx: Context,
  row: Message,
  text: Text,
  { gateway, isRepeat }: { gateway: TextingGateway; isRepeat: boolean },
): Promise<Outcome> => {
  const earlier = isRepeat ? await findEarlier(ctx, row, text, gateway) : undefined
  return outcomeOf(earlier ?? (await gateway.send(text)), await countSegments(text.body))
}

const findEarlier = async (
  ctx: Context,
  { createdAt }: Message,
  text: Text,
  gateway: TextingGateway,
): Promise<TextResult | undefined> => {
  const accepted = await gateway.findAccepted(text, createdAt)
  if (accepted.length === 0) return undefined
  const references = accepted.map(({ reference }) => reference)
  // Another message may have had the same words.
  const others = await read(ctx, 'messages:read', async (reader) =>
    reader.db.message.findMany({
      where: { tenantId: reader.tenantId, providerReference: { in: references } },
      select: { providerReference: true },
    }),
  )
  const taken = new Set(others.map(({ providerReference }) => providerReference))
  const own = accepted.find(({ reference }) => !taken.has(reference))
  return own && { outcome: 'accepted', ...own }
}

const outcomeOf = (result: TextResult, { segments }: { segments: number }): Outcome => {
  if (result.outcome === 'accepted')
    return {
      status: 'SENT',
      reason: null,
      ...reportedColumns({ ...result, segments: result.segments ?? segments }),
    }
  switch (result.what) {
    case 'address':
      return { status: 'BOUNCED', reason: 'address_rejected' }
    case 'opted_out':
      return { status: 'SKIPPED', reason: 'opted_out' }
    case 'message':
      return { status: 'FAILED', reason: 'message_rejected' }
  }
}
