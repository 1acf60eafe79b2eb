import { email } from '#platform/core/contact/contact.ts'
import { TEXT_CHANNELS, type TextChannel } from '#providers/texting/index.ts'
import type { Reason } from '../messages/rules.ts'

/** How messages reach people. */
export const CHANNELS = ['EMAIL', ...TEXT_CHANNELS] as const
export type Channel = (typeof CHANNELS)[number]

/** What the centre says about channels. */
export interface ChannelTerms {
  /** The numbers of its texts. */
  senders: Readonly<Record<TextChannel, string | null>>
  /** By template, in the order in which they are tried. */
  channels: Readonly<Partial<Record<string, readonly Channel[]>>>
}

export const isText = (channel: string): channel is TextChannel => channel !== 'EMAIL'

export const CONSENT_STATUSES = ['OPTED_IN', 'OPTED_OUT'] as const
export type ConsentStatus = (typeof CONSENT_STATUSES)[number]

/** Why an address gets nothing until it is changed or confirmed. */
export const ADDRESS_PROBLEMS = ['BOUNCED', 'COMPLAINED'] as const
export type AddressProblem = (typeof ADDRESS_PROBLEMS)[number]

/**
 * The number in E.164; null if it lacks a country code. `(0)`, which some write between the code and the number,
 * is never dialled from abroad. The index `clients_number` and `load-conversation.ts` are the same in SQL.
 */
export const numberOf = (phone: string): string | null => {
  const digits = phone.replaceAll(/\(0\)|[^0-9+]/g, '').replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null
}

/** The address in the form in which messages are sent: of a telephone number, E.164. */
export const addressFor = (channel: string, recorded: string | null): string | null =>
  recorded && isText(channel) ? numberOf(recorded) : recorded

/** How a person can be reached by one channel. */
export interface Reach {
  /** The e-mail address, or the telephone number as recorded. */
  address: string | null
  problem: AddressProblem | null
  /** Of a text. Null: nobody has said anything. */
  consent: ConsentStatus | null
}

/**
 * Why a message cannot go by a channel; null if it can. `hasSender`: the centre has a number for its texts.
 * `isReply`: the person has just written.
 */
export const refusalOf = (
  channel: Channel,
  { address, problem, consent }: Reach,
  { hasSender, isReply = false }: { hasSender: boolean; isReply?: boolean },
): Reason | null => {
  if (!isText(channel)) {
    if (!address) return 'no_address'
    if (!email().safeParse(address).success) return 'invalid_address'
    return problem && 'address_undeliverable'
  }
  if (!hasSender) return 'no_sender'
  if (!address) return 'no_phone_number'
  if (!numberOf(address)) return 'invalid_phone_number'
  if (isReply) return null
  if (consent === 'OPTED_OUT') return 'opted_out'
  if (consent === null) return 'no_consent'
  return problem && 'address_undeliverable'
}

/** Refusals that the centre counts: the person did not want the text. */
const CONSENT_REASONS: ReadonlySet<string> = new Set<Reason>(['opted_out', 'no_consent'])

interface Way {
  channel: Channel
  refusal: Reason | null
}

/**
 * The messages to record: refusals for want of consent, and the first channel that works, or else the last one.
 * `next` are the channels that are left if sending fails.
 */
export const wayOf = (ways: readonly Way[]): { recorded: Way[]; next: Channel[] } => {
  const found = ways.findIndex(({ refusal }) => refusal === null)
  const last = found === -1 ? ways.length - 1 : found
  const recorded = ways.filter(
    ({ refusal }, at) => at === last || (at < last && refusal && CONSENT_REASONS.has(refusal)),
  )
  return { recorded, next: ways.slice(last + 1).map(({ channel }) => channel) }
}
