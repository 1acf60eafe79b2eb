import { invalid } from '#platform/core/errors/errors.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Citation } from '../answers/schemas.ts'

interface QuotedPlace {
  documentId: string
  quote: string
}

interface FoundPlace extends QuotedPlace {
  place: number
  edition: number
  title: string
  page: number | null
  headings: string[]
  startsWith: number
  text: string
}

/** The positions of quotes in an assistant's documents; undefined for a quote that does not occur word for word. */
export const placesOfQuotes = async (
  reader: Reader,
  assistantId: string,
  quotes: readonly QuotedPlace[],
): Promise<(Citation | undefined)[]> => {
  const found = await reader.sql<FoundPlace>(FOUND, [
    reader.tenantId,
    assistantId,
    quotes.map(({ documentId }) => documentId),
    quotes.map(({ quote }) => quote),
  ])
  const byPlace = new Map(found.map((row) => [row.place, row]))
  return quotes.map((_, index) => {
    const row = byPlace.get(index + 1)
    return row && citationOf(row)
  })
}

const citationOf = ({ place: _, startsWith, text, ...cited }: FoundPlace): Citation => {
  const start = startsWith + text.indexOf(cited.quote)
  return { ...cited, start, end: start + cited.quote.length, score: 1 }
}

/** The positions of quotes that a caller gives. Each quote must occur. */
export const citeQuotes = async (
  reader: Reader,
  assistantId: string,
  quotes: readonly QuotedPlace[],
): Promise<Citation[]> => {
  const places = await placesOfQuotes(reader, assistantId, quotes)
  return places.map((place, index) => {
    if (place) return place
    throw invalid(
      `citations.${index}.quote`,
      'not_found',
      'No passage of the document contains these words. Copy them from `text` in the response of POST /v1/ai/knowledge/search.',
    )
  })
}

const FOUND = `
  SELECT q.place::int AS place, q.document_id AS "documentId", q.quote AS quote, d.edition, d.name AS title,
    p.page, p.headings, p.starts_with AS "startsWith", p.text
  FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS q(document_id, quote, place)
  JOIN knowledge_documents d ON d.tenant_id = $1 AND d.assistant_id = $2 AND d.id = q.document_id AND d.status = 'READY'
  JOIN knowledge_passages p ON p.tenant_id = $1 AND p.document_id = q.document_id
    AND p.number = (SELECT min(s.number) FROM knowledge_passages s
      WHERE s.tenant_id = $1 AND s.document_id = q.document_id AND strpos(s.text, q.quote) > 0)`
