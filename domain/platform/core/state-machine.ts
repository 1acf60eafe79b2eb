import { DomainError } from './errors.ts'

/** What can be done with a record: by verb, from which state to which. */
export type StateMachine<Status extends string> = Record<string, Partial<Record<Status, Status>>>

/** The state after a verb, or `invalid_transition` with the verbs that the state allows instead. */
export const transitionTo = <Status extends string, Machine extends StateMachine<Status>>(
  noun: string,
  machine: Machine,
  verb: keyof Machine & string,
  status: Status,
): Status => {
  const next = machine[verb]?.[status]
  if (next) return next
  const allowed = Object.keys(machine).filter((other) => machine[other]?.[status])
  throw new DomainError(
    'invalid_transition',
    `${noun} that is ${status} does not allow '${verb}'.`,
    { extra: { status, allowed } },
  )
}
