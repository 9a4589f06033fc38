import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Group.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Avatar.css';
import '@mantine/core/styles/Skeleton.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import './mantine.css';
import './text.css';
import './page.css';
import './rows.css';
import './forms.css';
import { createTheme, type MantineColorsTuple } from '@mantine/core';
import { BusyButton } from './BusyButton.tsx';

const amber: MantineColorsTuple = [
	'#fff6e3',
	'#ffeccb',
	'#ffd899',
	'#ffc363',
	'#ffb020',
	'#ffa91c',
	'#f79a00',
	'#dd8700',
	'#8a5600',
	'#6f4500',
];

/** Mantine's grays, made from the ink and surface tokens, text first. */
const dark: MantineColorsTuple = [
	'#e8eaee',
	'#c3c9d3',
	'#9aa3b2',
	'#7a8392',
	'#3a414d',
	'#2b313b',
	'#1c2027',
	'#14171c',
	'#0f1216',
	'#0b0d10',
];

/** Mantine's theme: one typeface, small radii, one signal color. */
export const theme = createTheme({
	primaryColor: 'amber',
	primaryShade: 4,
	colors: { amber, dark },
	autoContrast: true,
	luminanceThreshold: 0.35,
	fontFamily: 'var(--sans)',
	fontFamilyMonospace: 'var(--mono)',
	fontSizes: { sm: '14px', md: '14px' },
	defaultRadius: 6,
	cursorType: 'pointer',
	// The variant is explicit so that mantine.css can select filled buttons by it.
	// Plain objects, since `Button.extend` would load the component with every page.
	components: {
		Button: { defaultProps: { variant: 'filled', component: BusyButton } },
		// The close icon needs an accessible name.
		Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close dialog' } } },
	},
});
