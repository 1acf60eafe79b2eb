import type { z } from 'zod'
import type { Needs } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/**
 * A named read for agents and tools. It sees what its user or key sees: the permissions in `needs`, and the
 * caseload or locations through the database role.
 */
export interface Query<Parameters = unknown, Row = unknown> {
  /** Its stable name in agent definitions. */
  name: string
  title: string
  description: string
  /** A strict object. */
  parameters: z.ZodType<Parameters>
  /** A strict object of ids, dates, numbers and codes. */
  row: z.ZodType<Row>
  needs: Needs
  /** Maximum number of rows. */
  most: number
  /** The first `take` rows in a stable order; instants as dates. */
  read: (reader: Reader, parameters: Parameters, take: number) => Promise<object[]>
}

export const defineQuery = <Parameters, Row>(query: Query<Parameters, Row>): Query =>
  query as unknown as Query
