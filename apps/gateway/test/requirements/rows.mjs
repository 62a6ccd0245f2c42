import { additions } from './additions.mjs';
import { answerFiles } from './answer-files.mjs';
import { approvals } from './approvals.mjs';
import { attention } from './attention.mjs';
import { decisions } from './decisions.mjs';
import { endpoints } from './endpoints.mjs';
import { resources } from './resources.mjs';
import { rules } from './rules.mjs';
import { settled } from './settled.mjs';
import { standingApprovals } from './standing-approvals.mjs';
import { taking } from './taking.mjs';

/** The requirements of the interface. `node scripts/cli.mjs requirements` compares them with the reports of both test tiers. */
export const rows = [
  ...resources,
  ...endpoints,
  ...decisions,
  ...additions,
  ...settled,
  ...answerFiles,
  ...approvals,
  ...rules,
  ...standingApprovals,
  ...attention,
  ...taking,
];
