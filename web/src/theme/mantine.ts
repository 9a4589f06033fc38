import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Button.css';
import '@mantine/core/styles/Group.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Avatar.css';
import '@mantine/core/styles/Skeleton.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Chip.css';
import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/core/styles/ColorPicker.css';
import '@mantine/core/styles/ColorInput.css';
import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/Slider.css';
import '@mantine/core/styles/Tooltip.css';
import '@mantine/core/styles/SegmentedControl.css';
import '@mantine/core/styles/FloatingIndicator.css';
import './mantine.css';
import './workbench.css';
import './rows.css';
import './forms.css';
import { createTheme, type MantineColorsTuple } from '@mantine/core';
import { LastingButton } from './LastingButton.tsx';

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

/** Mantine's greys from the look's ink and surfaces, text first. */
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

/** Mantine in the product's look: one grotesque, tight corners, one signal colour. */
export const theme = createTheme({
	primaryColor: 'amber',
	primaryShade: { light: 8, dark: 4 },
	colors: { amber, dark },
	autoContrast: true,
	luminanceThreshold: 0.35,
	fontFamily: 'var(--sans)',
	fontFamilyMonospace: 'var(--mono)',
	fontSizes: { sm: '14px', md: '14px' },
	defaultRadius: 6,
	cursorType: 'pointer',
	// Said outright, so that the style sheet can tell filled buttons from others.
	// Plain objects: naming a component's own helper would load the component with every page.
	components: {
		Button: { defaultProps: { variant: 'filled', component: LastingButton } },
		// A cross says nothing to who does not see it.
		Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close dialog' } } },
	},
});
