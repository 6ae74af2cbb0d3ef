import { z } from 'zod'
import { describeProposal } from './describe-proposal'
import { getLatest } from './get-latest'
import { type Routes, runExclusively, withBody } from './http'
import { propose, proposeSchema } from './send-proposal'

export const proposalRoutes: Routes = {
  'GET /_edit/proposal': () => describeProposal(),
  'POST /_edit/propose': withBody(proposeSchema, (asked) =>
    runExclusively(() => propose(asked)),
  ),
  'POST /_edit/latest': withBody(z.unknown(), async () => ({
    notice: await runExclusively(getLatest),
  })),
}
