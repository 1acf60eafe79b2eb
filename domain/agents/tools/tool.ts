import type { z } from 'zod'
import type { OutsideContext } from '#platform/core/context/context.ts'
import type { Needs } from '#platform/core/access/permissions.ts'
import type { ActionRun } from '../catalog/action.ts'
import { checkedParameters } from '../catalog/checked-parameters.ts'

/** What a tool is about: what assistants and agents are given, all tools of one at a time. */
export type ToolFamily =
  | 'bookings'
  | 'child_records'
  | 'assessments'
  | 'tasks'
  | 'messages'
  | 'waitlist'
  | 'knowledge'

/**
 * Something that a language model may do. It can do no more than the user or key it acts for: the tool needs their
 * permissions at that moment, and sees what they see.
 */
export interface Tool {
  /** As models call it. Stable. */
  name: string
  family: ToolFamily
  title: string
  /** For models: when it is of use, and what it answers. */
  description: string
  parameters: z.ZodType
  /** What it answers, where no record of the API is answered. */
  answers?: z.ZodType
  needs: Needs
  /** PROPOSE: a person is asked to do it, by a task. */
  effect: 'READ' | 'WRITE' | 'PROPOSE'
  run: (ctx: OutsideContext, parameters: unknown, run: ActionRun) => Promise<object>
  /** Says what `run` would do; without it, `run` only reads. */
  preview?: (ctx: OutsideContext, parameters: unknown) => Promise<object>
}

/** A tool that reads by a verb of the domain. */
export const defineTool = <Schema extends z.ZodType>(
  tool: Omit<Tool, 'parameters' | 'effect' | 'run'> & {
    parameters: Schema
    read: (ctx: OutsideContext, parameters: z.output<Schema>) => Promise<object>
  },
): Tool => {
  const { read, ...rest } = tool
  return {
    ...rest,
    effect: 'READ',
    run: (ctx, given) => read(ctx, checkedParameters(tool.parameters, given)),
  }
}
