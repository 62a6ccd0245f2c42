import { describeConformance } from '@gateway/platform-kit/testing';
import platform from '../src/index.js';
import { openRig } from './rig.js';

describeConformance({ platform, modes: ['stream'], openRig, history: 'from-start', dropsRepeatedPosts: true });
