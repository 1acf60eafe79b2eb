import { anOwner, aPerson } from '../support/person.ts'
import { aFamily, untilRecord } from '../support/records.ts'
import type { Story } from '../support/story.ts'

export const privacyStories = (story: Story): void => {
  story('a therapist sees their caseload and breaks the glass in an emergency', async (scene) => {
    const { centre, expect } = scene
    const { id: providerId } = await centre.post('/v1/providers', { name: 'Mei Tanaka' })
    const { childId: own } = await aFamily(centre, { primaryProviderId: providerId })
    const { childId: other } = await aFamily(centre)
    const scopes = ['children', 'bookings', 'sessions']
    const therapist = await centre.key({ name: 'Tablet', scopes, providerId })
    expect((await therapist.get('/v1/children'))['data']).toMatchObject([{ id: own }])
    expect(await therapist.refused('GET', `/v1/children/${other}`)).toBe('404 not_found')
    const reason = 'Seizure in the waiting room, the therapist is not in the house.'
    await therapist.post('/v1/break-glass-grants', { childId: other, reason })
    expect(await therapist.get(`/v1/children/${other}`)).toMatchObject({ id: other })
    // Break-glass access ends after its hours.
    const forGood = { primaryProviderId: providerId }
    expect(await therapist.refused('PATCH', `/v1/children/${other}`, forGood)).toMatch(/^403 /)
    const { data } = await centre.get(`/v1/children/${other}/disclosures`)
    expect(JSON.stringify(data)).toContain('ETREAT')
  })

  story('an auditor reads no names of children in a caseload', async (scene) => {
    const { site, centre, expect } = scene
    const { id: providerId } = await centre.post('/v1/providers', { name: 'Mei Tanaka' })
    await aFamily(centre, { primaryProviderId: providerId })
    const path = `/v1/providers/${providerId}/caseload`
    const auditor = await aPerson(site, centre, { roles: ['AUDITOR'] })
    expect((await auditor.send('GET', path)).status).toBe(403)
    expect((await centre.get(path))['children']).toHaveLength(1)
  })

  story(
    'a family gets a copy of everything stored about a child',
    async ({ site, centre, expect }) => {
      const { childId } = await aFamily(centre)
      const { id } = await centre.post('/v1/person-exports', { childId })
      await untilRecord(centre, `/v1/person-exports/${id}`, ({ status }) => status === 'READY')
      const { path } = await centre.post(`/v1/person-exports/${id}/download-link`)
      const file = await fetch(new URL(String(path), site.api))
      expect(file.headers.get('content-type')).toBe('application/zip')
    },
  )

  story(
    'a key without permission to read records cannot export them',
    async ({ centre, expect }) => {
      const { childId } = await aFamily(centre)
      const narrow = await centre.key({ name: 'Office', scopes: ['admin'] })
      const refused = await narrow.refused('POST', '/v1/person-exports', { childId })
      expect(refused).toBe('403 insufficient_scope')
      expect((await centre.get('/v1/person-exports'))['data']).toEqual([])
    },
  )

  story('a restricted record is stored but cannot be changed', async ({ centre, expect }) => {
    const { childId } = await aFamily(centre)
    const { id } = await centre.post('/v1/processing-restrictions', {
      childId,
      ground: 'ACCURACY_CONTESTED',
      reason: 'The mother contests the report.',
    })
    const change = { firstName: 'Samuel' }
    const path = `/v1/children/${childId}`
    expect(await centre.refused('PATCH', path, change)).toBe('409 processing_restricted')
    const notifiedBy = 'On the phone with the mother.'
    const lift = { reason: 'Verified with the pediatrician.', notifiedBy }
    await centre.post(`/v1/processing-restrictions/${id}/lift`, lift)
    expect(await centre.patch(path, change)).toMatchObject(change)
  })

  story('a child is erased once a second person has approved it', async (scene) => {
    const { site, centre, expect } = scene
    const { childId } = await aFamily(centre)
    const asked = { childId, reason: 'The family asks for it.', graceDays: 0 }
    expect(await centre.post('/v1/erasures?dryRun=true', asked)).toMatchObject({ dryRun: true })
    const { id } = await centre.post('/v1/erasures', asked)
    const approve = `/v1/erasures/${id}/approve`
    expect(await centre.refused('POST', approve)).toBe('403 second_person_required')
    await (await anOwner(site, centre)).post(approve)
    const isOver = ({ status }: { status?: string }) => /RETAINING|COMPLETED/.test(status ?? '')
    await untilRecord(centre, `/v1/erasures/${id}`, isOver)
    expect(await centre.get(`/v1/children/${childId}`)).toMatchObject({ firstName: '[erased]' })
  })

  story(
    'the audit trail names who did what, and can be verified',
    async ({ site, centre, expect }) => {
      const { childId } = await aFamily(centre)
      const { data } = await centre.get(`/v1/audit-entries?subjectId=${childId}`)
      expect(data).toMatchObject([{ action: 'createChild', outcome: 'ALLOWED' }])
      const report = await site.therapy('audit', 'verify', '--tenant', centre.tenantId)
      expect(JSON.stringify(report)).toContain('"ok":true')
    },
  )
}
