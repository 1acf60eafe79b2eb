import type { Context } from '#platform/core/context/context.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { findByName, loadSearchWords, rankByName } from '../children/search-children.ts'
import { toChild } from '../children/schemas.ts'
import { toClient } from '../clients/schemas.ts'
import { searchedBy, type Searched } from './rules.ts'
import type { FamilyMatch, FamilySearch } from './schemas.ts'

/** Finds children and clients by one text, best match first, with the other members of their families. */
export const searchFamilies = (ctx: Context, { q, limit }: FamilySearch) =>
  read(ctx, ['children:read', 'clients:read', 'guardianships:read'], async (reader) => {
    const searched = searchedBy(q)
    const found = await (searched.by === 'NAME'
      ? findNames(reader, q, limit)
      : findContacts(reader, searched, limit))
    return { data: await withRelatives(reader, found.slice(0, limit)) }
  })

type Found = Omit<FamilyMatch, 'relatives'>

const findNames = async (reader: Reader, name: string, limit: number): Promise<Found[]> => {
  const words = await loadSearchWords(reader, name)
  const [ofChildren, ofClients] = await Promise.all([
    findByName(reader, 'children', words, limit),
    findByName(reader, 'clients', words, limit),
  ])
  const [children, clients] = await Promise.all([
    reader.db.child.findMany(withIds(reader, ofChildren)),
    reader.db.client.findMany(withIds(reader, ofClients)),
  ])
  const matchedBy = 'NAME' as const
  return [
    ...rankByName(words, ofChildren, children).map(({ score, row }) => ({
      matchedBy,
      score,
      child: toChild(row),
      client: null,
    })),
    ...rankByName(words, ofClients, clients).map(({ score, row }) => ({
      matchedBy,
      score,
      child: null,
      client: toClient(row),
    })),
  ].toSorted((a, b) => b.score - a.score)
}

const findContacts = async (
  reader: Reader,
  searched: Exclude<Searched, { by: 'NAME' }>,
  limit: number,
): Promise<Found[]> => {
  const ids =
    searched.by === 'ID'
      ? [{ id: searched.id }]
      : await reader.sql<{ id: string }>(BY_CONTACT, [
          searched.by === 'EMAIL' ? searched.address : null,
          searched.by === 'PHONE' ? searched.digits : null,
          limit,
        ])
  const [children, clients] = await Promise.all([
    searched.by === 'ID' ? reader.db.child.findMany(withIds(reader, ids)) : [],
    reader.db.client.findMany(withIds(reader, ids)),
  ])
  const match = { matchedBy: searched.by, score: 1 }
  return [
    ...children.map((row) => ({ ...match, child: toChild(row), client: null })),
    ...clients
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map((row) => ({ ...match, child: null, client: toClient(row) })),
  ]
}

const withIds = ({ tenantId }: Reader, found: readonly { id: string }[]) => ({
  where: { tenantId, id: { in: found.map(({ id }) => id) } },
})

const BY_CONTACT = 'SELECT id FROM therapy.find_clients_by_contact($1, $2, $3)'

const withRelatives = async (reader: Reader, found: readonly Found[]): Promise<FamilyMatch[]> => {
  const relatives = await reader.sql<RelativeRow>(RELATIVES, [
    reader.tenantId,
    found.flatMap(({ child }) => child?.id ?? []),
    found.flatMap(({ client }) => client?.id ?? []),
  ])
  const byFound = Map.groupBy(relatives, ({ of }) => of)
  return found.map((match) => ({
    ...match,
    relatives: (byFound.get((match.child ?? match.client)!.id) ?? []).map(
      ({ of: _, ...relative }) => relative,
    ),
  }))
}

interface RelativeRow {
  /** The record that was found. */
  of: string
  guardianshipId: string
  childId: string | null
  clientId: string | null
  name: string
  relationship: string
}

const RELATIVES = `
  SELECT g.child_id AS of, g.id AS "guardianshipId", NULL::text AS "childId", c.id AS "clientId", c.name, g.relationship
  FROM guardianships g JOIN clients c ON c.tenant_id = $1 AND c.id = g.client_id
  WHERE g.tenant_id = $1 AND g.child_id = ANY ($2::text[]) AND g.ended_at IS NULL
  UNION ALL
  SELECT g.client_id, g.id, c.id, NULL, c.first_name || ' ' || c.last_name, g.relationship
  FROM guardianships g JOIN children c ON c.tenant_id = $1 AND c.id = g.child_id
  WHERE g.tenant_id = $1 AND g.client_id = ANY ($3::text[]) AND g.ended_at IS NULL
  ORDER BY 2`
