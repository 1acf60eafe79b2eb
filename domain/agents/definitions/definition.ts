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
    type: z.enum(INPUT_TYPES).meta({ description: 'Type of the values.', example: 'INTEGER' }),
    required: z.boolean().default(false).meta({
      description: 'Whether the input must be set before a run can start.',
      example: false,
    }),
    default: z
      .union([z.string().max(1_000), z.number(), z.boolean()])
      .nullable()
      .default(null)
      .meta({
        description: 'Value that is used if none is set.',
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
        'What happens if a run should start while another is in progress. Both run; or the new run waits (a request to start it is refused); or it is skipped (a request is refused); or the other run is cancelled.',
      example: 'SKIP',
    }),
    limits: z
      .strictObject({
        runsPerDay: z.int().min(1).max(10_000).default(200).meta({
          description:
            'Maximum number of runs that can start on one day, in the centre’s time zone.',
          example: 200,
        }),
        stepsPerRun: z.int().min(1).max(10_000).default(2_000).meta({
          description: 'Number of steps after which a run fails.',
          example: 2_000,
        }),
        pauseAfterFailures: z.int().min(1).max(100).nullable().default(5).meta({
          description:
            'Number of failed runs in a row after which the agent is paused automatically, with a task for the administrators; null to never pause it.',
          example: 5,
        }),
        tokensPerRun: z.int().min(100).max(100_000_000).nullable().default(null).meta({
          description:
            'Maximum number of tokens, input and output, that the models of all nodes of a run can use; null to apply only the limits of the nodes.',
          example: 100_000,
        }),
        costPerRun: mostCost.meta({
          description:
            'Cost limit of a run. A turn that could exceed it is not started, and models with prices in another currency are not used. Null to apply only the limits of the nodes.',
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
      .meta({ description: 'Limits of the agent.' }),
    start: nodeId.meta({ description: 'Node with which a run begins.', example: 'due' }),
    nodes: z
      .array(Node)
      .min(1)
      .max(MOST_NODES)
      .refine((all) => distinct(all, 'id'), {
        error: 'must not repeat an ID',
        params: because('duplicate'),
      })
      .meta({ description: 'Nodes of the agent, in any order.' }),
  })
  .meta({ id: 'AgentDefinition' })
export type AgentDefinition = z.infer<typeof AgentDefinition>
/** The definition as callers send it, without defaults. */
export type AgentDefinitionInput = z.input<typeof AgentDefinition>

/** The stored definition of an agent or one of its versions. */
export const definitionOf = ({ definition }: { definition: unknown }): AgentDefinition =>
  fromJson(AgentDefinition, definition)
