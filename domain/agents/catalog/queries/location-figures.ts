import { z } from 'zod'
import { countFigures } from '#analytics/figures/count-figures.ts'
import { AnalyticsFigure, AnalyticsRow } from '#analytics/figures/schemas.ts'
import { refusalByCells } from '#analytics/figures/tell-cells.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { dateIn } from '#platform/core/time/time.ts'
import { analyticsQuery, withFiguresQuestion } from '../figures-question.ts'
import { defineQuery } from '../query.ts'

const { startsOn, endsOn, figures: _, payer: __, ...groups } = AnalyticsRow.shape

const Row = z.strictObject({
  startsOn,
  endsOn,
  isTotal: z.boolean().meta({ description: 'Whether the row is the total of all rows.' }),
  ...groups,
  ...AnalyticsFigure.shape,
})

const NOTHING_TOLD = {
  value: null,
  numerator: null,
  denominator: null,
  previousValue: null,
  isSuppressed: true,
  isPartial: true,
}

const NOBODY = Object.fromEntries(Object.keys(groups).map((name) => [name, null]))

export const locationFigures = defineQuery({
  name: 'location_figures',
  title: 'Figures by location',
  description:
    'Metrics of the last whole days, weeks, months or quarters, as in `GET /v1/analytics/locations`: totals first, then a row for each figure. Empty if there is no data.',
  parameters: withFiguresQuestion({}),
  row: Row,
  needs: 'analytics:read',
  most: 500,
  read: async (reader, question, take) => {
    const { defaultTimeZone, smallFiguresWithheld } = await loadTenantSettings(reader)
    const query = analyticsQuery(question, dateIn(reader.now, defaultTimeZone))
    // Everybody who may read runs sees what a run has read. Figures that some of these people could not request
    // are therefore withheld completely.
    const isHidden = smallFiguresWithheld && refusalByCells(query) !== undefined
    const asked = await countFigures(reader, query, {
      withholding: smallFiguresWithheld && !isHidden,
    })
    if (asked.data.length === 0) return []
    const shown = (figure: z.infer<typeof AnalyticsFigure>) =>
      isHidden ? { ...figure, ...NOTHING_TOLD } : figure
    const { total, data } = asked
    const days = { startsOn: asked.startsOn, endsOn: asked.endsOn }
    return [
      ...total.map((figure) => ({ ...NOBODY, ...days, isTotal: true, ...shown(figure) })),
      ...data.flatMap(({ figures, payer: _name, ...row }) =>
        figures.map((figure) => ({ ...row, isTotal: false, ...shown(figure) })),
      ),
    ].slice(0, take)
  },
})
