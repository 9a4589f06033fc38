import { Component, type ReactNode } from 'react';
import { isMissingFile, reloadForMissingFile } from './missingFile.ts';
import { Title } from './Title.tsx';

interface Props {
	/** Whether it is inside the frame of a page, whose menu stays usable. */
	framed?: boolean;
	children: ReactNode;
}

interface State {
	message: string | null;
	/** Whether a file of the page is missing, as after a deployment. */
	outdated: boolean;
	reloading: boolean;
}

/**
 * Shows an error when a page fails to render. Back and Forward then render their own pages. A page whose file is missing
 * since a deployment reloads once.
 */
export class ErrorBoundary extends Component<Props, State> {
	override state: State = { message: null, outdated: false, reloading: false };

	static getDerivedStateFromError(error: unknown): Partial<State> {
		return { message: error instanceof Error ? error.message : String(error), outdated: isMissingFile(error) };
	}

	override componentDidCatch(error: unknown) {
		if (reloadForMissingFile(error)) this.setState({ reloading: true });
	}

	override componentDidMount() {
		addEventListener('popstate', this.reset);
	}

	override componentWillUnmount() {
		removeEventListener('popstate', this.reset);
	}

	private readonly reset = () => this.setState({ message: null });

	override render() {
		const { message, outdated, reloading } = this.state;
		if (message === null) return this.props.children;
		if (reloading) return null;
		const { framed = false } = this.props;
		const Part = framed ? 'div' : 'main';
		return (
			<Part role="alert" style={{ minHeight: '60vh', display: 'grid', placeContent: 'center', padding: 24 }}>
				<Title of="Unexpected Application Error!" />
				<h1 style={{ fontSize: 24 }}>Unexpected Application Error!</h1>
				{outdated && <p>A new version is out. Reload.</p>}
				<p style={{ color: 'var(--dim)', overflowWrap: 'anywhere' }}>{message}</p>
				<p>
					<a href={framed || outdated ? location.href : '/'} style={{ color: 'var(--signal-text)' }}>
						{framed || outdated ? 'Reload this page' : 'Back to the home page'}
					</a>
				</p>
			</Part>
		);
	}
}
