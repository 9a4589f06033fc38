import type { Plugin } from 'vite';

/** The modules of the libraries that bring more components than the app uses. */
const LIBRARIES = /node_modules[\\/](react-router[\\/]dist|@mantine[\\/]core[\\/]esm)[\\/].*\.mjs$/;
/** A name for React's developer tools. The assignment alone keeps a component in the build. */
const DISPLAY_NAME = /^\w+\.displayName = ".*";$/gm;
/** A top-level call that only creates a component or a context. */
const CREATION = /^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm;

/**
 * Lets the build leave out components of libraries that nothing uses, such as the router's forms and scroll restoration,
 * and the names of all others. Their authors do not mark them as free of side effects.
 */
export function leanComponents(): Plugin {
	return {
		name: 'dropwire:lean-components',
		apply: 'build',
		transform: {
			filter: { id: LIBRARIES },
			handler: (code) => code.replace(DISPLAY_NAME, '').replace(CREATION, '$1/* @__PURE__ */ $2'),
		},
	};
}
