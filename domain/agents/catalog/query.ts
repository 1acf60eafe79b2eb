import type { z } from 'zod'
import type { Needs } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/**
 * A named read that agents and tools may do. It sees what the user or key sees that it acts for: the permissions in
 * `needs`, and their caseload or locations by the role of the database.
 */
export interface Query<Parameters = unknown, Row = unknown> {
  /** As definitions of agents name it. Stable. */
  name: string
  title: string
  description: string
  /** A strict object. */
  parameters: z.ZodType<Parameters>
  /** A strict object of ids, dates, numbers and codes. */
  row: z.ZodType<Row>
  needs: Needs
  /** The most rows that it answers. */
  most: number
  /** The first `take` rows, in an order that stays the same while the records do; instants as dates. */
  read: (reader: Reader, parameters: Parameters, take: number) => Promise<object[]>
}

export const defineQuery = <Parameters, Row>(query: Query<Parameters, Row>): Query =>
  query as unknown as Query
