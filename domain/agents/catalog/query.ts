import type { z } from 'zod'
import type { Needs } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/**
 * A named read for agents and tools. It sees only what its user or key sees: `needs` lists the permissions, and
 * the database role limits it to the caseload or locations.
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
  /** Reads the first `take` rows in a stable order. Instants are Date objects. */
  read: (reader: Reader, parameters: Parameters, take: number) => Promise<object[]>
}

export const defineQuery = <Parameters, Row>(query: Query<Parameters, Row>): Query =>
  query as unknown as Query
