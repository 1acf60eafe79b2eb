import { z } from 'zod'
import { because } from '#platform/core/input/issue.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { line } from '#platform/core/records/record.ts'
import { MOST_NODES } from './rules.ts'
import { memberName, mostCost, nodeId } from './nodes/members.ts'
import { Node } from './nodes/nodes.ts'
import { Trigger } from './triggers.ts'

const INPUT_TYPES = ['INTEGER', 'NUMBER', 'BOOLEAN', 'DATE', 'ID'] as const

const AgentInput = z
  .strictObject({
    name: memberName,
    type: z.enum(INPUT_TYPES).meta({ description: 'Type of its values.', example: 'INTEGER' }),
    required: z.boolean().default(false).meta({
      description: 'Whether a run cannot start without it.',
      example: false,
    }),
    default: z
      .union([z.string().max(1_000), z.number(), z.boolean()])
      .nullable()
      .default(null)
      .meta({
        description: 'Value if none is given.',
        example: 0,
      }),
    description: line(300).nullable().default(null).meta({
      description: 'Purpose.',
      example: 'Days ahead',
    }),
  })
  .meta({ id: 'AgentInput' })

const distinct = <Member extends string>(items: readonly Record<Member, string>[], by: Member) =>
  new Set(items.map((it) => it[by])).size === items.length

/** What an agent does, from trigger to end. A draft may contain a graph that cannot be published yet. */
export const AgentDefinition = z
  .strictObject({
    inputs: z
      .array(AgentInput)
      .max(20)
      .refine((all) => distinct(all, 'name'), {
        error: 'must not contain duplicates',
        params: because('duplicate'),
      })
      .default([])
      .meta({ description: 'Inputs of a run.', example: [] }),
    trigger: Trigger,
    concurrency: z.enum(['ALLOW', 'QUEUE', 'SKIP', 'REPLACE']).default('ALLOW').meta({
      description:
        'What happens if a run is to start while another is in progress: both run; it waits (a call is refused); it is skipped (a call is refused); or the other run is cancelled.',
      example: 'SKIP',
    }),
    limits: z
      .strictObject({
        runsPerDay: z.int().min(1).max(10_000).default(200).meta({
          description: 'Maximum runs started on one day of the centre.',
          example: 200,
        }),
        stepsPerRun: z.int().min(1).max(10_000).default(2_000).meta({
          description: 'Steps after which a run fails.',
          example: 2_000,
        }),
        pauseAfterFailures: z.int().min(1).max(100).nullable().default(5).meta({
          description:
            'Consecutive failed runs after which the agent is paused automatically, with a task for the administrators; null: never.',
          example: 5,
        }),
        tokensPerRun: z.int().min(100).max(100_000_000).nullable().default(null).meta({
          description:
            'Tokens, in and out, that the models of all nodes of a run may use; null: only the nodes’ limits.',
          example: 100_000,
        }),
        costPerRun: mostCost.meta({
          description:
            'Cost limit of a run. A turn that may exceed it is not taken, and models with prices in another currency are not asked; null: only the nodes’ limits.',
          example: null,
        }),
      })
      .default({
        runsPerDay: 200,
        stepsPerRun: 2_000,
        pauseAfterFailures: 5,
        tokensPerRun: null,
        costPerRun: null,
      })
      .meta({ description: 'Limits of one agent.' }),
    start: nodeId.meta({ description: 'The node that a run begins with.', example: 'due' }),
    nodes: z
      .array(Node)
      .min(1)
      .max(MOST_NODES)
      .refine((all) => distinct(all, 'id'), {
        error: 'must not contain an id twice',
        params: because('duplicate'),
      })
      .meta({ description: 'The steps, in any order.' }),
  })
  .meta({ id: 'AgentDefinition' })
export type AgentDefinition = z.infer<typeof AgentDefinition>
/** The definition as callers send it, without defaults. */
export type AgentDefinitionInput = z.input<typeof AgentDefinition>

/** The stored definition of an agent or one of its versions. */
export const definitionOf = ({ definition }: { definition: unknown }): AgentDefinition =>
  fromJson(AgentDefinition, definition)
