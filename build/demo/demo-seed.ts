/** The seed of the world that `npm start` and sample builds show, so that two of them show the same market. */
export const SAMPLE_SEED = 20_090_103;
