/**
 * Conditions on answers, which decide whether a question is asked. Pure and without imports, because pages run
 * this code too.
 */

export type Answer = string | number | boolean | readonly string[]

/** The answers to earlier visible questions. */
export type Known = ReadonlyMap<string, Answer>

export interface Test {
  question: string
  op: 'ANSWERED' | 'EQUALS' | 'NOT_EQUALS' | 'INCLUDES' | 'AT_LEAST' | 'AT_MOST'
  value: string | number | boolean
}

export type Condition = Test | { all: readonly Condition[] } | { any: readonly Condition[] }

export const isMet = (condition: Condition, known: Known): boolean => {
  if ('all' in condition) return condition.all.every((clause) => isMet(clause, known))
  if ('any' in condition) return condition.any.some((clause) => isMet(clause, known))
  return holds(condition, known.get(condition.question))
}

const holds = ({ op, value }: Test, answer: Answer | undefined): boolean => {
  if (op === 'ANSWERED') return (answer !== undefined) === value
  if (answer === undefined) return false
  switch (op) {
    case 'EQUALS':
      return answer === value
    case 'NOT_EQUALS':
      return answer !== value
    case 'INCLUDES':
      return typeof answer === 'object' && answer.some((chosen) => chosen === value)
    // ISO 8601 dates sort chronologically.
    case 'AT_LEAST':
      return typeof answer === typeof value && (answer as string | number) >= value
    case 'AT_MOST':
      return typeof answer === typeof value && (answer as string | number) <= value
  }
}

/** The same code for a page's script, so that page and server ask the same questions. */
export const CONDITIONS_SCRIPT = `const holds = ${holds.toString()}\nconst isMet = ${isMet.toString()}`
