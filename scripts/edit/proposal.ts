import { z } from 'zod'
import {
  describeProposal,
  listTextsOfOthers,
  type Proposal,
} from './describe-proposal'
import { getLatest } from './get-latest'
import { type Routes, runExclusively, withBody } from './http'
import { propose, proposeSchema } from './send-proposal'

export type Latest = { notice: string } & Pick<Proposal, 'notTaken'>

export const proposalRoutes: Routes = {
  'GET /_edit/proposal': () => describeProposal(),
  'POST /_edit/propose': withBody(proposeSchema, (asked) =>
    runExclusively(() => propose(asked)),
  ),
  'POST /_edit/latest': withBody(z.unknown(), async (): Promise<Latest> => {
    const notice = await runExclusively(getLatest)
    return { notice, notTaken: listTextsOfOthers() }
  }),
}
