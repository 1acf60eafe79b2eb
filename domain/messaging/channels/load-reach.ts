import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Recipient } from '../messages/recipient.ts'
import { addressHashes } from './address-hashes.ts'
import {
  isText,
  type AddressProblem,
  type Channel,
  type ConsentStatus,
  type Reach,
} from './rules.ts'

export type Reaching = Record<Channel, Reach>

/**
 * How a person can be reached, by channel. Only clients get texts, and only their addresses can be stopped: users
 * need e-mails to sign in.
 */
export const loadReach = async (
  reader: Reader,
  { type, id, email }: Pick<Recipient, 'type' | 'id' | 'email'>,
): Promise<Reaching> => {
  if (type !== 'client') return { EMAIL: byMailOnly(email), SMS: NOBODY, WHATSAPP: NOBODY }
  const hashes = email ? addressHashes(reader, 'EMAIL', email) : []
  const [found] = await reader.sql<Found>(FIND, [reader.tenantId, id, hashes])
  const { phone, consents, problems } = found!
  const problemOf = (channel: Channel, address: string | null): AddressProblem | null => {
    if (!address) return null
    const known: readonly string[] = isText(channel)
      ? addressHashes(reader, channel, address)
      : hashes
    return problems.find((it) => it.channel === channel && known.includes(it.hash))?.problem ?? null
  }
  const reachBy = (channel: Channel, address: string | null): Reach => ({
    address,
    problem: problemOf(channel, address),
    consent: consents[channel] ?? null,
  })
  return {
    EMAIL: reachBy('EMAIL', email),
    SMS: reachBy('SMS', phone),
    WHATSAPP: reachBy('WHATSAPP', phone),
  }
}

const NOBODY: Reach = { address: null, problem: null, consent: null }
const byMailOnly = (address: string | null): Reach => ({ ...NOBODY, address })

interface Found {
  phone: string | null
  consents: Partial<Record<Channel, ConsentStatus>>
  problems: { channel: Channel; hash: string; problem: AddressProblem }[]
}

const FIND = `
  SELECT (SELECT phone FROM clients WHERE tenant_id = $1 AND id = $2 AND archived_at IS NULL) AS phone,
    (SELECT COALESCE(jsonb_object_agg(channel, status), '{}') FROM (
       SELECT DISTINCT ON (channel) channel, status FROM channel_consents
       WHERE tenant_id = $1 AND client_id = $2 ORDER BY channel, created_at DESC, id DESC) said) AS consents,
    (SELECT COALESCE(jsonb_agg(jsonb_build_object('channel', channel, 'hash', address_hash, 'problem', problem)), '[]')
     FROM undeliverable_addresses
     WHERE tenant_id = $1 AND confirmed_at IS NULL AND (client_id = $2 OR channel = 'EMAIL' AND address_hash = ANY ($3))) AS problems`
