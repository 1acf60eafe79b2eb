import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs one snippet over the cases of run-snippets.ts; prints name, verdict and reason, by tabs. */
class Main {
    public static void main(String[] args) throws Exception {
        Class<?> snippet = Class.forName(args[0]);
        boolean v2 = args[0].endsWith("V2");
        Method verify = v2
            ? snippet.getDeclaredMethod("verify", byte[].class, Map.class, String.class, String.class, Map.class)
            : snippet.getDeclaredMethod("verify", byte[].class, Map.class, String.class);
        for (String line : Files.readAllLines(Path.of(args[1]))) {
            String[] fields = line.split(" ", -1);
            for (int i = 0; i < fields.length; i++)
                fields[i] = new String(Base64.getDecoder().decode(fields[i]), StandardCharsets.UTF_8);
            byte[] body = fields[1].getBytes(StandardCharsets.UTF_8);
            Map<String, String> headers = pairs(fields[2]);
            String verdict = "true\t";
            try {
                if (v2) verify.invoke(null, body, headers, fields[4], fields[5], pairs(fields[6]));
                else verify.invoke(null, body, headers, fields[3]);
            } catch (InvocationTargetException refused) {
                verdict = "false\t" + String.valueOf(refused.getCause()).replaceAll("\\s+", " ");
            }
            System.out.println(fields[0] + "\t" + verdict);
        }
    }

    static Map<String, String> pairs(String lines) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String line : lines.split("\n")) {
            int end = line.indexOf('=');
            if (end > 0) pairs.put(line.substring(0, end), line.substring(end + 1));
        }
        return pairs;
    }
}
