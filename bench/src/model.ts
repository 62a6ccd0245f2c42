import { readFileSync } from 'node:fs';

/** Figures of a run with `--save`, by `engine.section.name`. */
export interface Figures {
  /** Day of the run. */
  readonly date: string;
  readonly machine: string;
  readonly values: Readonly<Record<string, number | null>>;
}

/** What is assumed, not measured. */
const assumptions = {
  /** Load in the busiest time to the mean of the month. */
  peak: 5,
  /** Part of a core that is used at the peak. */
  load: 0.5,
  /** Lists of 50 that agents and the console read for each prompt. */
  listsPerPrompt: 0.5,
  retentionDays: 30,
  /** Connections of an instance to PostgreSQL: its pool and one for notifications. */
  connections: 11,
  /** Prompt numbers of an organization are 32-bit integers. */
  largestNumber: 2 ** 31 - 1,
};

const SECONDS_OF_MONTH = 30 * 86_400;

/** CPU milliseconds of the gateway and of PostgreSQL. */
interface Cpu {
  readonly gatewayMs: number;
  readonly databaseMs: number;
}

/** What a prompt costs on PostgreSQL, from its creation to the callback of its answer and the update in the chat. */
interface Cost extends Cpu {
  /** CPU on two instances to that on one. */
  readonly gatewayRatio: number;
  readonly databaseRatio: number;
  readonly walBytes: number;
  /** Waits for the disk. Fewer under load, because concurrent commits share one. */
  readonly syncs: number;
  /** On the disk, with indexes, callback, attempt and events. */
  readonly storedBytes: number;
}

/** Throws when a figure is missing. */
function reader({ values }: Figures): (name: string) => number {
  return (name) => {
    const value = values[`postgresql.${name}`];
    if (typeof value !== 'number') throw new Error(`The figures lack "postgresql.${name}".`);
    return value;
  };
}

function costOfPrompt(figures: Figures): Cost {
  const of = reader(figures);
  const { listsPerPrompt } = assumptions;
  const cpu = (unit: string, event: string) =>
    (of(`requests.create.${unit}`) + listsPerPrompt * of(`requests.listPrompts.${unit}`)) / 1000 + of(event);
  return {
    gatewayMs: cpu('cpuUs', 'events.press.cpuMs'),
    databaseMs: cpu('databaseCpuUs', 'events.press.databaseCpuMs'),
    gatewayRatio: Math.max(1, of('instances.press.cpuRatio')),
    databaseRatio: Math.max(1, of('instances.press.databaseCpuRatio')),
    walBytes: of('counts.create.walBytes') + of('counts.press.walBytes'),
    syncs: of('counts.create.syncs') + of('counts.press.syncs'),
    storedBytes: of('events.press.storedBytes'),
  };
}

/** What a message of a person costs, with its callback. */
function costOfMessage(figures: Figures): Cpu {
  const of = reader(figures);
  return { gatewayMs: of('events.message.cpuMs'), databaseMs: of('events.message.databaseCpuMs') };
}

/** What a number of prompts a month needs, all of it of one kind of machine as measured. */
interface Needs {
  /** Prompts per second. */
  readonly mean: number;
  readonly peak: number;
  readonly gatewayCores: number;
  /** One process uses one core. */
  readonly instances: number;
  readonly databaseCores: number;
  readonly connections: number;
  /** Bytes per second. */
  readonly walPeak: number;
  readonly syncsPeak: number;
  readonly storedBytes: number;
  /** Until the prompt numbers of one organization are used up. */
  readonly months: number;
}

function needsOf(cost: Cost, promptsPerMonth: number): Needs {
  const { peak: factor, load, retentionDays, connections, largestNumber } = assumptions;
  const mean = promptsPerMonth / SECONDS_OF_MONTH;
  const peak = mean * factor;
  const gatewayCores = (peak * cost.gatewayMs * cost.gatewayRatio) / 1000 / load;
  const instances = Math.max(2, Math.ceil(gatewayCores));
  return {
    mean,
    peak,
    gatewayCores,
    instances,
    databaseCores: (peak * cost.databaseMs * cost.databaseRatio) / 1000 / load,
    connections: instances * connections,
    walPeak: peak * cost.walBytes,
    syncsPeak: peak * cost.syncs,
    storedBytes: mean * retentionDays * 86_400 * cost.storedBytes,
    months: largestNumber / promptsPerMonth,
  };
}

/** The rows of the tables in docs/scaling.md: the cost of a prompt, and the needs of three loads. */
export function scalingTables(figures: Figures): { cost: string[][]; needs: string[][] } {
  const cost = costOfPrompt(figures);
  const message = costOfMessage(figures);
  const loads = [10e6, 100e6, 1000e6];
  const needs = loads.map((load) => needsOf(cost, load));
  const row = (what: string, cell: (need: Needs) => string) => [what, ...needs.map(cell)];
  const digits = (value: number) =>
    (value < 10 && !Number.isInteger(value) ? Number(value.toFixed(1)) : Math.round(value)).toLocaleString('en-US');
  const ratio = (value: number) => `${value.toFixed(2)} x`;
  return {
    cost: [
      ['On PostgreSQL', 'One prompt', 'One message of a person'],
      ['CPU of the gateway', `${cost.gatewayMs.toFixed(1)} ms`, `${message.gatewayMs.toFixed(1)} ms`],
      ['CPU of PostgreSQL', `${cost.databaseMs.toFixed(1)} ms`, `${message.databaseMs.toFixed(1)} ms`],
      ['A core of an instance carries', `${digits(1000 / cost.gatewayMs)}/s`, `${digits(1000 / message.gatewayMs)}/s`],
      ['A core of PostgreSQL carries', `${digits(1000 / cost.databaseMs)}/s`, `${digits(1000 / message.databaseMs)}/s`],
      ['CPU with two instances: gateway, PostgreSQL', `${ratio(cost.gatewayRatio)}, ${ratio(cost.databaseRatio)}`, ''],
      ['Write-ahead log', bytes(cost.walBytes), ''],
      ['Waits for the disk, one at a time', cost.syncs.toFixed(1), ''],
      ['Storage', bytes(cost.storedBytes), ''],
    ],
    needs: [
      ['Prompts a month', ...loads.map((load) => `${(load / 1e6).toLocaleString('en-US')} million`)],
      row('Prompts per second, mean and peak', ({ mean, peak }) => `${digits(mean)}, ${digits(peak)}`),
      row('Instances', ({ instances }) => digits(instances)),
      row('Cores of PostgreSQL', ({ databaseCores }) => digits(Math.max(1, Math.ceil(databaseCores)))),
      row('Connections of the instances', ({ connections }) => digits(connections)),
      row('Write-ahead log at the peak', ({ walPeak }) => `${bytes(walPeak)}/s`),
      row('Waits for the disk at the peak', ({ syncsPeak }) => `${digits(syncsPeak)}/s`),
      row(`Storage for ${assumptions.retentionDays} days`, ({ storedBytes }) => bytes(storedBytes)),
      row('Prompt numbers of one organization last', ({ months }) => `${digits(months)} months`),
    ],
  };
}

/** The committed figures. */
export function readFigures(): Figures {
  return JSON.parse(readFileSync(new URL('../figures.json', import.meta.url), 'utf8')) as Figures;
}

function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
  const scaled = value / 1000 ** power;
  return `${scaled.toFixed(scaled < 10 && power > 0 ? 1 : 0)} ${units[power]}`;
}
