import { describeConformance } from '@gateway/platform-kit/testing';
import platform from '../src/index.js';
import { openRig } from './rig.js';

describeConformance({ platform, modes: ['webhook'], openRig });
