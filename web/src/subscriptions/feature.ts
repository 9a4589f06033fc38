import type { Feature } from '../shell/feature.ts';
import { OptionsPanel } from './OptionsPanel.tsx';

export const subscriptions: Feature = { Panel: OptionsPanel };
