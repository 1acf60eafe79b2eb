import { DomainError } from '../errors/errors.ts'

/** What can be done with a record: by verb, from which state to which. */
export type StateMachine<Status extends string> = Record<string, Partial<Record<Status, Status>>>

/** The states that a machine leads to. */
type Reached<Machine> = {
  [Verb in keyof Machine]: Machine[Verb][keyof Machine[Verb]] & string
}[keyof Machine]

/** The state after a verb, or `invalid_transition` with the verbs that the state allows instead. */
export const transitionTo = <const Machine extends StateMachine<string>>(
  noun: string,
  machine: Machine,
  verb: keyof Machine & string,
  status: string,
): Reached<Machine> => {
  const next = machine[verb]?.[status]
  if (next) return next as Reached<Machine>
  const allowed = Object.keys(machine).filter((other) => machine[other]?.[status])
  throw new DomainError(
    'invalid_transition',
    `${noun} that is ${status} does not allow '${verb}'.`,
    { extra: { status, allowed } },
  )
}
