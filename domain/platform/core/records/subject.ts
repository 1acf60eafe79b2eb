import type { Entity } from './ids.ts'

/** A record as the audit row and the outbox name it. */
export interface Subject {
  type: Entity
  id: string
}
