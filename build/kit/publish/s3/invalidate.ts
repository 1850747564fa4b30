import { CloudFrontClient, CreateInvalidationCommand } from "@aws-sdk/client-cloudfront";
import { listClientSettings } from "./aws-bucket.ts";
import { explainStoreError } from "./explain-store-error.ts";

/** CloudFront has one address for all regions. */
const REGION = "us-east-1";

/** Lets a distribution read every file anew. It charges for one path, whatever their number. */
export async function invalidateDistribution(distribution: string, reference: string): Promise<void> {
  const client = new CloudFrontClient(listClientSettings({ region: REGION }, { requests: 1 }));
  try {
    await client.send(
      new CreateInvalidationCommand({
        DistributionId: distribution,
        InvalidationBatch: { CallerReference: reference, Paths: { Quantity: 1, Items: ["/*"] } },
      }),
    );
  } catch (error) {
    throw explainStoreError(
      error,
      `The bucket is up to date, but not the distribution ${distribution} of CloudFront`,
      "cloudfront:CreateInvalidation for the distribution",
    );
  } finally {
    client.destroy();
  }
}
