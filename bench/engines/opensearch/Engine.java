import java.nio.file.Path;
import org.codelibs.opensearch.runner.OpenSearchRunner;

/**
 * One OpenSearch node for tests and measurements: on this machine only, on the port and in the folder it is told. It
 * ends when its input does, so that it never outlives who started it.
 */
public class Engine {
    public static void main(String[] words) throws Exception {
        var port = words[0];
        var runner = new OpenSearchRunner();
        runner.onBuild((number, settings) -> {
            settings.put("network.host", "127.0.0.1");
            settings.put("http.port", port);
            // Nothing connects to it but the node itself, which never asks itself by this way.
            settings.put("transport.port", "0");
            settings.put("discovery.type", "single-node");
            // A machine for tests may have a disk that is nearly full.
            settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
        });
        try {
            runner.build("-basePath", Path.of(words[1]).toAbsolutePath().toString(), "-numOfNode", "1");
        } catch (Throwable failure) {
            failure.printStackTrace();
            System.exit(1);
        }
        while (System.in.read() >= 0) { }
        runner.close();
        System.exit(0);
    }
}
