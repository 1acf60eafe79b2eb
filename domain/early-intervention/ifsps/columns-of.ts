import { jsonArray, jsonObject } from '#platform/core/sql/json.ts'
import type { IfspContent } from './schemas.ts'

/** The columns of a plan's content. */
export const columnsOf = ({
  presentLevels,
  family,
  outcomes,
  otherServices,
  transition,
}: IfspContent) => ({
  presentLevels: jsonObject(presentLevels),
  family: jsonObject(family),
  outcomes: jsonArray(outcomes),
  otherServices: jsonArray(otherServices),
  transition: jsonObject(transition),
})
