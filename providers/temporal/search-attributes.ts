import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import { isGrpcServiceError } from '@temporalio/client'
import proto from '@temporalio/proto'

const { KEYWORD, DATETIME, INT } = SearchAttributeType

/** What operators find workflows by in the Temporal UI. Never personal data: they are not encrypted. */
export const searchAttributes = {
  tenantId: defineSearchAttributeKey('TenantId', KEYWORD),
  subjectType: defineSearchAttributeKey('SubjectType', KEYWORD),
  subjectId: defineSearchAttributeKey('SubjectId', KEYWORD),
  childId: defineSearchAttributeKey('ChildId', KEYWORD),
  kind: defineSearchAttributeKey('Kind', KEYWORD),
  waitingOn: defineSearchAttributeKey('WaitingOn', KEYWORD),
  nextStepAt: defineSearchAttributeKey('NextStepAt', DATETIME),
  agent: defineSearchAttributeKey('Agent', KEYWORD),
  agentVersion: defineSearchAttributeKey('AgentVersion', INT),
}

const { IndexedValueType } = proto.temporal.api.enums.v1
const INDEXED = {
  [KEYWORD]: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  [DATETIME]: IndexedValueType.INDEXED_VALUE_TYPE_DATETIME,
  [INT]: IndexedValueType.INDEXED_VALUE_TYPE_INT,
}

/** Their types by name, as the operator service takes them. */
export const searchAttributeTypes = Object.fromEntries(
  Object.values(searchAttributes).map(({ name, type }) => [name, INDEXED[type]]),
)

/** gRPC's code 6. https://grpc.io/docs/guides/status-codes/ */
const ALREADY_EXISTS = new Set<number>([6])

/** Both kinds of connection have it. */
export interface OperatorConnection {
  operatorService: proto.temporal.api.operatorservice.v1.OperatorService
}

/** Registers what is missing in the namespace; the names that were. Run twice it does nothing. */
export const registerSearchAttributes = async (
  { operatorService }: OperatorConnection,
  namespace = 'default',
): Promise<string[]> => {
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace })
  const missing = Object.entries(searchAttributeTypes).filter(
    ([name]) => !(name in customAttributes),
  )
  if (missing.length === 0) return []
  try {
    await operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing),
    })
  } catch (error) {
    if (!isGrpcServiceError(error) || !ALREADY_EXISTS.has(error.code)) throw error
  }
  return missing.map(([name]) => name)
}
