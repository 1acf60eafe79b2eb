import type { Entity } from './ids.ts'

/** A record, as named in audit rows and the outbox. */
export interface Subject {
  type: Entity
  id: string
}
