import type { z } from 'zod'
import type { OutsideContext } from '#platform/core/context/context.ts'
import type { Needs } from '#platform/core/access/permissions.ts'
import type { ActionRun } from '../catalog/action.ts'
import { checkedParameters } from '../catalog/checked-parameters.ts'

/** The area of a tool: assistants and agents are granted all tools of an area. */
export type ToolFamily =
  | 'bookings'
  | 'child_records'
  | 'assessments'
  | 'tasks'
  | 'messages'
  | 'waitlist'
  | 'knowledge'

/**
 * Something that a language model may do. It acts for a user or a key: the tool needs their permissions at that
 * moment and sees only what they see.
 */
export interface Tool {
  /** Its stable name for models. */
  name: string
  family: ToolFamily
  title: string
  /** Tells models when to use the tool and what it returns. */
  description: string
  parameters: z.ZodType
  /** The schema of its result, if the result is not a record of the API. */
  answers?: z.ZodType
  needs: Needs
  /** PROPOSE means that a task asks a person to perform it. */
  effect: 'READ' | 'WRITE' | 'PROPOSE'
  run: (ctx: OutsideContext, parameters: unknown, run: ActionRun) => Promise<object>
  /** Describes the effect of `run`. Absent for tools that only read. */
  preview?: (ctx: OutsideContext, parameters: unknown) => Promise<object>
}

/** A tool that reads through a verb of the domain. */
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
