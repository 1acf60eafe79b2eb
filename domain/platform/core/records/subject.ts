import type { Entity } from './ids.ts'

/** A record as audit rows and the outbox name it. */
export interface Subject {
  type: Entity
  id: string
}
